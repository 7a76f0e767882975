/** Interface comparison tests: differences from the public interface that callers would notice are detected. */
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { compare, judge } from '../../scripts/interface/compare-interfaces.ts'
import { factsOf } from '../../scripts/interface/facts.ts'

const file = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
const theirs = factsOf(JSON.parse(file))
let document: any
beforeEach(() => {
  document = JSON.parse(file)
})
const differences = () => compare(theirs, factsOf(document))
const schema = (name: string) => document.components.schemas[name]
const without = (list: string[], value: string) => list.splice(list.indexOf(value), 1)

describe('the comparison of two interfaces', () => {
  it('finds nothing where nothing differs', () => {
    expect(differences()).toEqual([])
  })

  it('finds a missing operation, and leaves out one that is not built yet', () => {
    delete document.paths['/transfer-in']
    document.paths['/transfer-out'].post = { 'x-status': 'not-built', responses: {} }
    expect(differences()).toEqual(['POST /transfer-in: absent here'])
  })

  it('finds a missing parameter, and one that became required', () => {
    const { parameters } = document.paths['/transactions'].get
    parameters.find(({ name }: { name: string }) => name === 'limit').required = true
    parameters.splice(
      parameters.findIndex(({ name }: { name: string }) => name === 'reference'),
      1,
    )
    expect(differences()).toEqual([
      'GET /transactions query.limit: optional there, required here',
      'GET /transactions query.reference: absent here',
    ])
  })

  it('finds a missing field in any reply, inside unions and lists too', () => {
    delete schema('Address').properties.postalCode
    const lines = differences()
    expect(lines).toContain('GET /customers 200.data[][INDIVIDUAL].address.postalCode: absent here, required there')
    expect(lines).toContain('POST /customers body[BUSINESS].address.postalCode: absent here, required there')
    expect(lines.every((line) => line.endsWith('.postalCode: absent here, required there'))).toBe(true)
  })

  it('finds a missing case of a union', () => {
    delete schema('Transaction').discriminator.mapping.INCOMING
    expect(differences()).toContain('GET /transactions/{transactionId} 200[INCOMING]: absent here')
  })

  it('finds a missing value of an enum', () => {
    without(schema('QuoteStatus').enum, 'EXPIRED')
    expect(differences()).toContain('GET /quotes 200.data[].status=EXPIRED: absent here')
    expect(differences()).toContain('GET /quotes query.status=EXPIRED: absent here')
  })

  it('finds a value that callers do not know, in replies only', () => {
    schema('QuoteStatus').enum.push('LOST')
    expect(differences()).toContain('GET /quotes/{quoteId} 200.status=LOST: unknown there')
    expect(differences().filter((line) => line.includes('query'))).toEqual([])
  })

  it('finds a lost required mark', () => {
    without(schema('Quote').required, 'transactionId')
    without(schema('QuoteRequest').required, 'source')
    expect(differences()).toContain('GET /quotes/{quoteId} 200.transactionId: required there, optional here')
    expect(differences()).toContain('POST /quotes body.source: required there, optional here')
  })

  it('finds a field that became required, known or new', () => {
    schema('QuoteRequest').required.push('description', 'colour')
    schema('QuoteRequest').properties.colour = { type: 'string' }
    expect(differences()).toEqual([
      'POST /agents/me/quotes body.colour: unknown there, required here',
      'POST /agents/me/quotes body.description: optional there, required here',
      'POST /quotes body.colour: unknown there, required here',
      'POST /quotes body.description: optional there, required here',
    ])
  })

  it('finds another type, but not a narrower one in a reply', () => {
    schema('Quote').properties.exchangeRate = { type: 'integer' }
    schema('QuoteRequest').properties.lockedCurrencyAmount = { type: 'string' }
    expect(differences()).toEqual([
      'POST /agents/me/quotes body.lockedCurrencyAmount: integer there, string here',
      'POST /quotes body.lockedCurrencyAmount: integer there, string here',
    ])
  })

  it('finds another success status, and compares the body under it nevertheless', () => {
    const { responses } = document.paths['/transfer-in'].post
    responses[200] = { content: { 'application/json': { schema: { type: 'object', properties: {} } } } }
    delete responses[201]
    expect(differences()).toContain('POST /transfer-in 201: absent here')
    expect(differences()).toContain('POST /transfer-in 201.status: absent here, required there')
  })

  it('finds a missing field of an event, and a missing error code', () => {
    delete document.webhooks['test-webhook'].post.requestBody.content['application/json'].schema.$ref
    document['x-error-codes'].QUOTE_EXPIRED.status = 400
    expect(differences()).toEqual([
      'error 409 QUOTE_EXPIRED: absent here',
      'webhook test-webhook body: object there, any here',
    ])
  })
})

describe('the list of intended differences', () => {
  const lines = ['POST /quotes body.source: absent here', 'GET /quotes query.status=EXPIRED: absent here']

  it('lets nothing else through', () => {
    expect(judge(lines, [{ what: lines[0] as string, reason: '' }]).unmeant).toEqual([lines[1]])
    expect(judge(lines, [{ what: '* /quotes *: absent here', reason: '' }]).unmeant).toEqual([])
    expect(judge(lines, [{ what: 'POST /quotes body.sourc.: absent here', reason: '' }]).unmeant).toEqual(lines)
  })

  it('names entries that no longer differ', () => {
    expect(judge(lines, [{ what: 'GET /transactions*', reason: '' }]).gone).toEqual(['GET /transactions*'])
  })
})
