import { describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import { asCurl, asTypeScript } from './call.ts'

const execute = {
  operation: 'executeQuote',
  method: 'POST',
  path: pathTo('executeQuote', { quoteId: 'Quote:1' }),
  idempotencyKey: "Bob's",
} as const

describe('a recorded request', () => {
  it('is a curl command with its key, its query and its body, quoted for a shell', () => {
    expect(asCurl(execute, 'http://localhost:4700')).toBe(
      `curl -X POST 'http://localhost:4700/2025-10-13/quotes/Quote:1/execute' \\
  -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" \\
  -H 'idempotency-key: Bob'\\''s'`,
    )
    const list = { operation: 'listQuotes', method: 'GET', path: pathTo('listQuotes'), query: { limit: 5 } } as const
    expect(asCurl(list, '')).toContain("curl '/2025-10-13/quotes?limit=5'")
  })

  it('is a call of the typed client', () => {
    expect(asTypeScript(execute)).toBe(
      'const reply = await causeway.executeQuote({\n  quoteId: "Quote:1"\n}, {\n  idempotencyKey: "Bob\'s"\n})',
    )
    const list = { operation: 'listCustomers', method: 'GET', path: pathTo('listCustomers') } as const
    expect(asTypeScript(list)).toBe('const reply = await causeway.listCustomers()')
  })
})
