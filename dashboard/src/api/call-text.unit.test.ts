import { describe, expect, it } from 'vitest'
import { pathTo } from '../../../client/request.ts'
import { typeScriptCall } from './call-text.ts'

describe('a call as TypeScript', () => {
  it('names its operation, also where the path fits a parameter of another one', () => {
    expect(typeScriptCall({ method: 'GET', path: pathTo('getAgentMe') })).toContain('causeway.getAgentMe()')
    const one = pathTo('getAgentById', { agentId: 'Agent:1' })
    expect(typeScriptCall({ method: 'GET', path: one })).toContain('causeway.getAgentById({\n  agentId: "Agent:1"\n})')
  })

  it('has parameters, query, body and key in their places, and lets the client sign what is signed', () => {
    const call = {
      method: 'POST',
      path: pathTo('executeQuote', { quoteId: 'Quote:1' }),
      headers: { 'idempotency-key': 'a', 'service-wallet-signature': 'b' },
    }
    expect(typeScriptCall(call)).toBe(
      'const reply = await causeway.withSignature(sign).executeQuote({\n  quoteId: "Quote:1"\n}, {\n  idempotencyKey: "a"\n})',
    )
    expect(typeScriptCall({ method: 'GET', path: `${pathTo('listQuotes')}?limit=5` })).toContain('limit: "5"')
  })

  it('is a comment where the API has no such operation', () =>
    expect(typeScriptCall({ method: 'GET', path: '/nothing/%' })).toMatch(/^\/\/ GET/))
})
