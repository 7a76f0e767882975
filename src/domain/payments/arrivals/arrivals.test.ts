/**
 * Arrival tests: money that rails report is credited once, whatever is repeated or interrupted, and money that cannot
 * be credited stays in suspense.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf } from '../../../../test/harness/cast.ts'
import { DOLLARS_IN } from '../../../../test/harness/rails.ts'
import { bareId } from '../../../core/ids.ts'
import { referenceOf } from '../../../core/reference.ts'
import type { Engine } from '../../../engine/engine.ts'
import { releaseFromSuspense, suspendedArrivals } from '../../../operator/suspense.ts'
import type { Arrival, FundingPayee, Rail } from '../../../providers/rails/port.ts'
import { sandboxRail } from '../../../providers/rails/sandbox.ts'
import type { Screening } from '../../../providers/screening/port.ts'
import { announcePayees } from './announce-payees.ts'
import { type IntakeNeeds, takeArrivals } from './take-arrivals.ts'

type AccountId = `InternalAccount:${string}`

/** What the bank has booked; its cursor is a position in this list. */
let statement: Arrival[] = []
let announced: FundingPayee[] = []
/** What the intake has logged as failed. */
let errors: unknown[] = []
/** Throws where the test interrupts a step of the intake. */
let interrupt: (() => void) | undefined

/** A bank that reports its statement a line at a time. Not polled by the app itself: it reports only to tests. */
const bank: Rail = {
  ...sandboxRail,
  id: 'bank',
  carries: [DOLLARS_IN],
  async arrivals(after) {
    const at = Number(after ?? 0)
    const arrivals = statement.slice(at, at + 1)
    return { arrivals, cursor: String(at + arrivals.length) }
  },
  async watch(payees) {
    announced.push(...payees)
  },
}

let app: TestApp
let needs: IntakeNeeds
let account: AccountId
let keys = 0
const arrival = (changes: Partial<Arrival> = {}): Arrival => ({
  key: `line ${++keys}`,
  currency: 'USD',
  amount: 5_000n,
  reference: referenceOf(bareId(account)),
  payer: 'Acme Corp',
  arrivedAt: Date.UTC(2026, 10, 23),
  ...changes,
})
const take = (more: Partial<IntakeNeeds> = {}) => takeArrivals({ ...needs, ...more })
const held = async (id: AccountId = account) => balanceOf(app, { id } as never)
const suspended = () => suspendedArrivals(app.app)
const deposits = () =>
  app.store.query('select id from transactions where destination_id = $1 and source_type = $2', [
    account,
    'REALTIME_FUNDING',
  ])

beforeAll(async () => {
  app = await testApp()
  const silent = { warn() {}, error: (about: unknown) => errors.push(about) } as never
  const { engine, clock, store } = app.app
  needs = { store, engine, clock, rails: [bank], log: silent }
})
beforeEach(async () => {
  statement = []
  errors = []
  interrupt = undefined
  await app.store.script('delete from rail_cursors; delete from reported_arrivals')
  const { id: customerId } = (await app.ok('listCustomers', { query: {} })).data[0] as unknown as { id: never }
  account = (await app.ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USD' } })).id as AccountId
})
afterEach(async () => expect(await app.audit()).toEqual([]))
afterAll(() => app.close())

describe('an arrival', () => {
  it('is credited to the account that its reference names, as an incoming payment with its event', async () => {
    const text = `INVOICE 4711 ${referenceOf(bareId(account))
      .toLowerCase()
      .replace(/(.{9})/g, '$1 ')}`
    statement = [arrival({ reference: text })]
    await take()
    expect(await held()).toBe(5_000)
    const [payment] = await deposits()
    const { id } = payment as { id: string }
    expect(await app.ok('getTransactionById', { params: { transactionId: `Transaction:${id}` } })).toMatchObject({
      type: 'INCOMING',
      status: 'COMPLETED',
      receivedAmount: { amount: 5_000 },
    })
    expect(await eventsOf(app, id)).toEqual(['INCOMING_PAYMENT.COMPLETED'])
  })

  it('is credited once when it is reported again, from the start, and by several processes concurrently', async () => {
    statement = [arrival(), arrival({ amount: 700n })]
    await Promise.all([take(), take(), take()])
    await app.store.script('update rail_cursors set arrivals_after = null, leased_until = null')
    await Promise.all([take(), take()])
    await take()
    expect([await held(), (await deposits()).length]).toEqual([5_700, 2])
  })

  it('is credited once when another amount is reported under its key later: the first report stands', async () => {
    statement = [arrival()]
    await take()
    statement.push({ ...(statement[0] as Arrival), amount: 9_999n })
    await take()
    expect([await held(), (await deposits()).length, errors.length]).toEqual([5_000, 1, 1])
  })

  it.each([
    ['before the report is stored', 'insert into reported_arrivals'],
    ['between the report and the cursor', 'update rail_cursors set arrivals_after'],
    ['between the report and the credit', 'where booked_at is null'],
    ['between the credit and its mark', 'update reported_arrivals set booked_at'],
  ])('is credited once after a crash %s', async (_where, statementStart) => {
    statement = [arrival()]
    interrupt = () => {
      interrupt = undefined
      throw new Error('killed')
    }
    await take({ store: dyingAt(statementStart) }).catch(() => {})
    expect(interrupt).toBeUndefined()
    await app.store.script('update rail_cursors set leased_until = null')
    await take()
    await take()
    expect([await held(), (await deposits()).length]).toEqual([5_000, 1])
  })

  it('is credited although more arrivals than one run books fail again and again', async () => {
    const broken = '00000000-0000-8000-8000-00000000bad0'
    await app.store.script(`insert into reported_arrivals
        (rail, key, id, platform_id, payee_kind, payee_id, currency, amount, arrived_at)
      select 'bank', 'broken ' || n, gen_random_uuid(), '${broken}', 'ACCOUNT', gen_random_uuid(), 'USD', 1, now()
      from generate_series(1, 501) as n`)
    const engine = {
      run: (platformId, command) =>
        platformId === broken
          ? Promise.reject(new Error('This platform is broken'))
          : needs.engine.run(platformId, command),
    } as Pick<Engine, 'run'> as Engine
    const metrics = async () => (await app.app.server.inject({ url: '/metrics' })).body
    await take({ engine })
    statement = [arrival()]
    await take({ engine })
    expect([await held(), errors.length]).toEqual([5_000, 999])
    expect(await metrics()).toContain('causeway_arrivals_unbooked 501\n')
    await app.store.script(`delete from reported_arrivals where platform_id = '${broken}'`)
  })

  it('goes to suspense when its payer is on the blocklist, and to the account once it is released', async () => {
    const screening: Screening = {
      screen: async ({ names }) =>
        names.includes('Acme Corp') ? { verdict: 'HOLD', reason: 'Own list 7' } : { verdict: 'CLEAR' },
    }
    statement = [arrival(), arrival({ payer: 'Other Corp', amount: 700n })]
    await take({ screening })
    expect(await held()).toBe(700)
    const [blocked] = await suspended()
    expect(blocked).toMatchObject({ payer: 'Acme Corp', amount: 5_000, reason: 'Screening: Own list 7' })
    await releaseFromSuspense(app.app, blocked?.id as string, account)
    expect([await held(), await suspended()]).toEqual([5_700, []])
  })

  it('waits unread while its payer cannot be screened', async () => {
    const screening: Screening = { screen: () => Promise.reject(new Error('the list is missing')) }
    statement = [arrival()]
    await take({ screening })
    expect([await held(), await suspended(), errors.length]).toEqual([0, [], 1])
    await take({ screening: { screen: async () => ({ verdict: 'CLEAR' }) } })
    expect(await held()).toBe(5_000)
  })

  it('keeps the reports of a rail that names a currency it does not carry, or no amount, unread', async () => {
    statement = [arrival({ currency: 'EUR' }), arrival()]
    await take()
    statement = [arrival({ amount: 0n })]
    await take()
    expect([await held(), await suspended(), errors.length]).toEqual([0, [], 2])
  })

  it('executes the quote that waits for exactly its amount, and goes to suspense with any other', async () => {
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const quotes = []
    for (const lockedCurrencyAmount of [2_000, 3_000])
      quotes.push(
        await app.ok('createQuote', {
          body: {
            source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
            destination: { destinationType: 'ACCOUNT', accountId: account },
            lockedCurrencySide: 'SENDING',
            lockedCurrencyAmount,
          } as never,
        }),
      )
    const [exact, other] = quotes as [(typeof quotes)[0], (typeof quotes)[0]]
    statement = [
      arrival({ amount: 2_000n, reference: referenceOf(bareId(exact.transactionId)) }),
      arrival({ amount: 2_999n, reference: referenceOf(bareId(other.transactionId)) }),
    ]
    await take()
    const statuses = []
    for (const { id } of [exact, other])
      statuses.push((await app.ok('getQuoteById', { params: { quoteId: id } })).status)
    expect(statuses).toEqual(['COMPLETED', 'PENDING'])
    const [inSuspense, ...others] = await suspended()
    expect([others, inSuspense]).toMatchObject([[], { platform: 'Acme Pay', amount: 2_999 }])
    await releaseFromSuspense(app.app, inSuspense?.id as string, account)
  })
})

describe('money in suspense', () => {
  const unknown = { reference: referenceOf('01a1f9bc-8b1c-7000-8000-ab7eb7fb1725') }

  it.each([
    ['without a reference', { reference: undefined }],
    ['with the reference of nothing that exists', unknown],
    [
      'with two references',
      { reference: `${unknown.reference} ${referenceOf('01a1f9bc-8b1c-7000-8000-ab7eb7fb1726')}` },
    ],
  ])(
    '%s is only in the installation’s ledger, and is released to the account that an operator names',
    async (_what, changes) => {
      statement = [arrival(changes)]
      await take()
      await take()
      expect(await houseHolds(app, 'suspense', 'USD')).toBe(5_000)
      expect((await app.raw('GET', `${app.origin}/metrics`)).text).toContain('causeway_arrivals_in_suspense 1\n')
      const [row, ...others] = await suspended()
      expect(others).toEqual([])
      expect(row).toMatchObject({ platform: null, rail: 'bank', amount: 5_000, currency: 'USD', payer: 'Acme Corp' })
      await releaseFromSuspense(app.app, row?.id as string, account)
      await releaseFromSuspense(app.app, row?.id as string, account)
      await take()
      expect([await held(), (await deposits()).length, await suspended()]).toEqual([5_000, 1, []])
      expect(await houseHolds(app, 'suspense', 'USD')).toBe(0)
    },
  )

  it.each([
    ['below the minimum', 99n, 'ACTIVE', 'It is below the minimum of the rail bank'],
    [
      'for an account that cannot receive',
      5_000n,
      'FROZEN',
      'ACCOUNT_NOT_ACTIVE: The account is FROZEN; only an ACTIVE account sends and receives',
    ],
  ])('%s is in the ledger of its platform until it is released', async (_what, amount, status, reason) => {
    await setStatus(account, status)
    statement = [arrival({ amount })]
    await take()
    await setStatus(account, 'ACTIVE')
    await take()
    const [row] = await suspended()
    expect(row).toMatchObject({ platform: 'Acme Pay', amount: Number(amount), reason })
    expect(await held()).toBe(0)
    await Promise.all([1, 2].map(() => releaseFromSuspense(app.app, row?.id as string, account)))
    expect([await held(), (await deposits()).length, await suspended()]).toEqual([Number(amount), 1, []])
  })

  it('is credited after a crash in the middle of its release', async () => {
    statement = [arrival(unknown)]
    await take()
    const [row] = await suspended()
    interrupt = () => {
      throw new Error('killed')
    }
    const dying = { ...app.app, store: dyingAt('update reported_arrivals r') }
    await expect(releaseFromSuspense(dying, row?.id as string, account)).rejects.toThrow('killed')
    expect(await held()).toBe(0)
    interrupt = undefined
    await take()
    expect([await held(), (await deposits()).length]).toEqual([5_000, 1])
  })

  it('is released once, to an ACTIVE account in its currency, and of its platform where that is known', async () => {
    await setStatus(account, 'FROZEN')
    statement = [arrival(), arrival(unknown)]
    await take()
    const [ofPlatform, ofNone] = await suspended()
    const euros = (await accountOf(app, 'alice', 'EUR')).id
    const other = await app.anotherPlatform()
    const { data } = await app.ok('listPlatformInternalAccounts', { as: other, query: { currency: 'USD' } })
    const release = (id: string | undefined, to: string) =>
      releaseFromSuspense(app.app, id as string, to).catch((refusal) => refusal.code)
    expect(await release(ofPlatform?.id, account)).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await release(ofPlatform?.id, euros)).toBe('INVALID_CURRENCY')
    expect(await release(ofPlatform?.id, data[0]?.id as string)).toBe('INVALID_INPUT')
    expect(await release(account, account)).toBe('TRANSACTION_NOT_FOUND')
    expect(await release('Arrival:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725', account)).toBe('TRANSACTION_NOT_FOUND')
    await setStatus(account, 'ACTIVE')
    await release(ofPlatform?.id, account)
    expect(await release(ofNone?.id, data[0]?.id as string)).toMatchObject({ releasedTo: data[0]?.id })
    expect(await release(ofNone?.id, account)).toBe('INVALID_STATE_TRANSITION')
    expect(await release(ofPlatform?.id, (await accountOf(app, 'alice', 'USD')).id)).toBe('INVALID_STATE_TRANSITION')
    expect(await suspended()).toEqual([])
  })
})

describe('payees', () => {
  it('are announced to the rail with the references of their instructions, including those created while it was down', async () => {
    announced = []
    await announcePayees(needs)
    expect(announced).toContainEqual({
      kind: 'ACCOUNT',
      id: bareId(account),
      currency: 'USD',
      cryptoNetwork: null,
      reference: referenceOf(bareId(account)),
    })
    expect(new Set(announced.map(({ currency }) => currency))).toEqual(new Set(['USD']))
    announced = []
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const quote = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
        destination: { destinationType: 'ACCOUNT', accountId: account },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 2_000,
      } as never,
    })
    await announcePayees(needs)
    expect(announced).toContainEqual(
      expect.objectContaining({ kind: 'QUOTE', reference: referenceOf(bareId(quote.transactionId)) }),
    )
  })
})

const setStatus = (id: AccountId, status: string) =>
  app.store.query('update balances set status = $1, written = row_version() where id = $2', [status, bareId(id)])

/** The app's store, whose process is killed after it has sent the statement that contains a text. */
function dyingAt(text: string): IntakeNeeds['store'] {
  const { store } = app
  const watched =
    (query: (text: string, ...rest: any[]) => Promise<any>) =>
    async (sql: string, ...rest: any[]) => {
      if (!sql.includes(text)) return query(sql, ...rest)
      interrupt?.()
      return query(sql, ...rest)
    }
  return {
    ...store,
    query: watched(store.query) as never,
    transaction: (work) => store.transaction((query) => work(watched(query as never) as never)),
  }
}
