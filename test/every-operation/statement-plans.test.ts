/**
 * Plans of the prepared statements of payments and webhooks: on a database that was never analysed, each finds its rows by
 * the whole key. A plan that reads more would stay until autovacuum analyses the table.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Packet } from '../../src/infra/db/packet.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe } from '../harness/cast.ts'
import { isPooled, kind } from '../harness/database/database.ts'
import { openReceiver } from '../harness/receiver.ts'

interface Recorded {
  readonly text: string
  readonly settings: string | undefined
}
interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

describe.runIf(kind === 'postgres' && !isPooled)('prepared statements', () => {
  const recorded = new Map<string, Recorded>()
  let place: Place
  let app: TestApp
  let untouched: Place
  beforeAll(async () => {
    place = await freshPlace()
    untouched = await freshPlace()
    app = await testApp({ place })
    const submitted = vi.spyOn(Packet.prototype, 'submit') // which calls the method itself
    const settings = new WeakMap<object, string>()
    await useService()
    await app.app.engine.drained()
    submitted.mock.calls.forEach(([connection], i) => {
      for (const { name, text } of (submitted.mock.contexts[i] as Packet).statements)
        if (text.includes('set_config(')) settings.set(connection, text)
        else if (name) recorded.set(name, { text, settings: settings.get(connection) })
    })
    submitted.mockRestore()
  })
  afterAll(async () => {
    await app.close()
    await place.drop()
    await untouched.drop()
  })

  async function useService(): Promise<void> {
    const receiver = await openReceiver()
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const { id: source } = await accountOf(app, 'alice', 'MXN')
    const { id: other } = await accountOf(app, 'alice', 'USD')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: source }, body: { amount: 1_000_000 } })
    const bank = await clabe(app, '100')
    for (const accountId of [bank, other]) {
      const quote = await app.ok('createQuote', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId: source },
          destination: { destinationType: 'ACCOUNT', accountId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000,
        },
      })
      await app.ok('executeQuote', { params: { quoteId: quote.id }, key: `pay ${accountId}` })
      await app.ok('executeQuote', { params: { quoteId: quote.id }, key: `pay ${accountId}` })
      await app.ok('getQuoteById', { params: { quoteId: quote.id } })
    }
    await app.ok('createTransferOut', {
      body: { source: { accountId: source }, destination: { accountId: bank }, amount: 500 },
    })
    await app.settle()
    await app.advance({ minutes: 30 })
    await receiver.close()
  }

  /** What is wrong with the plans of the recorded statements on a database. */
  async function faultsOn(url: string): Promise<string[]> {
    const client = new pg.Client(url)
    await client.connect()
    const faults: string[] = []
    try {
      for (const [name, { text, settings }] of recorded) {
        await client.query('begin')
        if (settings) await client.query(settings)
        await client.query(`prepare checked as ${text}`)
        const count = new Set(text.match(/\$\d+/g)).size
        const values = count > 0 ? `(${Array.from({ length: count }, () => 'null').join(', ')})` : ''
        const { rows } = await client.query(`explain (format json) execute checked${values}`)
        for (const fault of faultsOf(rows[0]['QUERY PLAN'][0].Plan)) faults.push(`${name}: ${fault}`)
        await client.query('deallocate checked')
        await client.query('rollback')
      }
    } finally {
      await client.end()
    }
    return faults
  }

  it('are those of payments, payouts, webhooks, and look-ups', () => {
    expect([...recorded.keys()]).toEqual(
      expect.arrayContaining([
        'change_balances',
        'add_quotes',
        'append_postings',
        'remove_jobs',
        'claim_jobs',
        'read_transactions',
        'add_payout_routes',
        'objects_with_pending_events',
        'pending_events',
      ]),
    )
  })

  it('find their rows by an index on a database that was never analysed', async () => {
    expect(await faultsOn(untouched.database.url as string)).toEqual([])
  })
})

function faultsOf(plan: Plan): string[] {
  const { 'Node Type': node, 'Relation Name': relation, 'Index Name': index, 'Index Cond': condition } = plan
  const faults = (plan.Plans ?? []).flatMap(faultsOf)
  if (node === 'Seq Scan') faults.push(`reads all of ${relation}`)
  // A key begins with the platform, which alone is not a key.
  if (/^(Index|Bitmap Index)/.test(node) && !isKey(condition)) faults.push(`reads much of ${index}: ${condition}`)
  return faults
}

const isKey = (condition: string | undefined) =>
  condition !== undefined && !/^\(platform_id = [^()]*(\([^()]*\))?[^()]*\)$/.test(condition)
