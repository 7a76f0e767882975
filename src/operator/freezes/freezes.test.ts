/**
 * Freeze tests: a frozen resource pays nothing once the freeze is acknowledged, and money that arrives for it is not
 * lost.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentWorld, connectedAgent, transferOut } from '../../../test/harness/agents.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../../../test/harness/app.ts'
import { houseHolds } from '../../../test/harness/books.ts'
import { shopper, terminal } from '../../../test/harness/cards.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { kind } from '../../../test/harness/database/database.ts'
import { wireId } from '../../core/ids.ts'
import { earlierWritesEnded } from './earlier-writes.ts'
import { freeze, listFreezes, release } from './freezes.ts'

const ACTING = { actor: { kind: 'COMMAND_LINE', name: 'nora' }, reason: 'Reported stolen' } as const

let app: TestApp
let usd: `InternalAccount:${string}`
let pesos: `InternalAccount:${string}`
let bank: string
let rail: string
beforeAll(async () => {
  app = await testApp()
  usd = (await accountOf(app, 'northwind', 'USD')).id
  pesos = (await accountOf(app, 'alice', 'MXN')).id
  await app.ok('sandboxFundInternalAccount', { params: { accountId: pesos }, body: { amount: 1_000_000 } })
  bank = await clabe(app, '719')
  rail = `Rail:${app.app.rails.connected[0]?.id}`
})
afterAll(async () => {
  expect(await listFreezes(app.app)).toEqual([])
  expect(await app.audit()).toEqual([])
  await app.close()
})

const pay = (amount = 100) =>
  app.call('createTransferOut', {
    body: { source: { accountId: pesos }, destination: { accountId: bank }, amount } as never,
  })
const statusOf = async (transactionId: string) =>
  (await app.ok('getTransactionById', { params: { transactionId: transactionId as never } })).status
const entriesOf = async (target: string) =>
  (
    await app.store.query<{ entry: string }>(
      `select entry from audit_chain where entry::jsonb ->> 'target' = $1 and action like 'freeze.%' order by number`,
      [target],
    )
  ).map(({ entry }) => JSON.parse(entry))

/** Does the work while it is frozen. */
async function whileFrozen(subject: string, work: () => Promise<void>): Promise<void> {
  await freeze(app.app, subject, ACTING)
  try {
    await work()
  } finally {
    await release(app.app, subject, { ...ACTING, reason: 'Cleared' })
  }
}

describe('a freeze', () => {
  it('is listed with its reason, made once, and in the audit chain like its release', async () => {
    await whileFrozen(pesos, async () => {
      expect(await listFreezes(app.app)).toMatchObject([
        { subject: pesos, platform: 'Acme Pay', reason: 'Reported stolen', frozenBy: 'nora' },
      ])
      await expect(freeze(app.app, pesos, ACTING)).rejects.toMatchObject({ code: 'CONFLICT' })
    })
    await expect(release(app.app, pesos, ACTING)).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    expect(await entriesOf(pesos)).toMatchObject([
      { action: 'freeze.added', actor: ACTING.actor, reason: 'Reported stolen', platformId: app.platform.platformId },
      { action: 'freeze.released', reason: 'Cleared' },
    ])
  })

  it.each([
    ['Card:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725', 'CARD_NOT_FOUND'],
    ['Token:x', 'TOKEN_NOT_FOUND'],
    ['Rail:no-such-rail', 'NOT_FOUND'],
    ['Quote:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725', 'INVALID_INPUT'],
    ['', 'INVALID_INPUT'],
  ])('of %s is refused with %s', async (subject, code) => {
    await expect(freeze(app.app, subject, ACTING)).rejects.toMatchObject({ code })
  })

  it('needs a reason', async () => {
    await expect(freeze(app.app, pesos, { ...ACTING, reason: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('that is released by a request about an earlier one stays', async () => {
    await whileFrozen(pesos, async () => {
      await expect(release(app.app, pesos, { ...ACTING, frozenAt: 1 })).rejects.toMatchObject({
        code: 'INVALID_STATE_TRANSITION',
      })
      expect((await pay()).error.code).toBe('ACCOUNT_NOT_ACTIVE')
    })
  })
})

describe('a frozen', () => {
  it('account pays nothing, money that arrives is in suspense, and it works again when it is released', async () => {
    const suspended = await houseHolds(app, 'suspense', 'MXN')
    await whileFrozen(pesos, async () => {
      const { error } = await pay()
      expect([error.status, error.code]).toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
    })
    expect((await pay()).status).toBe(200)
    expect(await houseHolds(app, 'suspense', 'MXN')).toBe(suspended)
  })

  it('card declines purchases, its holder cannot reverse that, and clearings of earlier purchases are paid', async () => {
    const { card } = await shopper(app, 5_000)
    const { tap, clear } = terminal(app, card)
    const earlier = await tap(1_000)
    await whileFrozen(card.id, async () => {
      expect((await app.ok('getCardById', { params: { id: card.id } })).state).toBe('FROZEN')
      expect((await tap(1_000)).declineReason).toBe('CARD_PAUSED')
      const { error } = await app.call('updateCardById', { params: { id: card.id }, body: { state: 'ACTIVE' } })
      expect(error).toMatchObject({ status: 409, code: 'INVALID_STATE_TRANSITION', details: { frozen: 'CARD' } })
      await clear(earlier, 1_000)
    })
    expect((await app.ok('getCardTransactionById', { params: { id: earlier.id } })).status).toBe('SETTLED')
    expect((await tap(1_000)).status).toBe('AUTHORIZED')
  })

  it('card that its holder had frozen before stays frozen after the release', async () => {
    const { card } = await shopper(app, 5_000)
    await app.ok('updateCardById', { params: { id: card.id }, body: { state: 'FROZEN' } })
    await whileFrozen(card.id, async () => {})
    expect((await app.ok('getCardById', { params: { id: card.id } })).state).toBe('FROZEN')
  })

  it('customer pays nothing from any account or card, and money that arrives is credited', async () => {
    const { card, customerId, accounts } = await shopper(app, 5_000)
    const [accountId] = accounts as [`InternalAccount:${string}`]
    const quote = await quoteBetween(app, accountId, usd, 1_000)
    await whileFrozen(customerId, async () => {
      const refusals = [
        await app.call('executeQuote', { params: { quoteId: quote.id } }),
        await app.call('createQuote', {
          body: {
            source: { sourceType: 'ACCOUNT', accountId },
            destination: { destinationType: 'ACCOUNT', accountId: usd },
            lockedCurrencySide: 'SENDING',
            lockedCurrencyAmount: 1_000,
          },
        } as never),
      ]
      for (const { error } of refusals)
        expect(error).toMatchObject({ status: 403, code: 'USER_NOT_READY', details: { frozen: 'CUSTOMER' } })
      expect((await terminal(app, card).tap(100)).declineReason).toBe('CARD_PAUSED')
      await app.ok('executeQuote', { params: { quoteId: (await quoteBetween(app, usd, accountId, 700)).id } })
    })
    expect(await balanceOf(app, { id: accountId })).toBeGreaterThan(5_000)
    expect((await app.call('executeQuote', { params: { quoteId: quote.id } })).status).toBe(200)
  })

  it('agent can only read, and the platform cannot resume it', async () => {
    const world = await agentWorld(app)
    const { agent, as } = await connectedAgent(app, world.customerId)
    const body = transferOut(world, 100)
    await whileFrozen(agent.id, async () => {
      expect((await app.call('agentCreateTransferOut', { as, body })).error.code).toBe('AGENT_PAUSED')
      const resumed = await app.call('updateAgent', { params: { agentId: agent.id }, body: { isPaused: false } })
      expect(resumed.error).toMatchObject({ status: 403, code: 'FORBIDDEN', details: { frozen: 'AGENT' } })
      expect((await app.ok('getAgentMe', { as })).isPaused).toBe(true)
    })
    expect((await app.call('agentCreateTransferOut', { as, body })).status).toBe(201)
  })

  it('token is refused, and other tokens of the platform are not', async () => {
    const made = await app.ok('createToken', { body: { name: 'Leaked', permissions: ['VIEW', 'TRANSACT'] } })
    const as = { clientId: made.clientId, clientSecret: made.clientSecret as string }
    const list = () => app.call('listTransactions', { as })
    expect((await list()).status).toBe(200)
    await whileFrozen(made.id, async () => {
      expect((await list()).error).toMatchObject({ status: 403, code: 'FORBIDDEN', details: { frozen: 'TOKEN' } })
      expect((await pay()).status).toBe(200)
    })
    expect((await list()).status).toBe(200)
  })

  it('platform can only read, its cards decline, and other platforms are not affected', async () => {
    const { card } = await shopper(app, 5_000)
    const other = await app.anotherPlatform()
    await whileFrozen(wireId('PlatformConfig', app.platform.platformId), async () => {
      for (const { error } of [
        await pay(),
        await app.call('createToken', { body: { name: 'x', permissions: ['VIEW'] } }),
        await app.call('sandboxSimulateCardAuthorization' as never, terminalRequest(card.id) as never),
      ])
        expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN', details: { frozen: 'PLATFORM' } })
      expect((await app.call('listTransactions')).status).toBe(200)
      expect((await app.call('createToken', { as: other, body: { name: 'x', permissions: ['VIEW'] } })).status).toBe(
        200,
      )
    })
    expect((await pay()).status).toBe(200)
  })

  it('rail gets no payouts: they wait, as does one whose customer is frozen, until both are released', async () => {
    const { customerId } = (await accountOf(app, 'alice', 'MXN')) as { customerId: string }
    await freeze(app.app, rail, ACTING)
    const { id } = (await pay(250)).body
    const waits = async () => {
      await app.settle()
      await app.advance({ minutes: 5 })
      expect(await statusOf(id)).toBe('PENDING')
    }
    await waits()
    await freeze(app.app, customerId, ACTING)
    await release(app.app, rail, ACTING)
    await waits()
    await release(app.app, customerId, ACTING)
    await app.advance({ minutes: 5 })
    expect(await statusOf(id)).toBe('COMPLETED')
  })
})

const terminalRequest = (id: string) => ({
  params: { id },
  body: { amount: 100, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP', mcc: '5814', country: 'US' } },
})

describe.runIf(kind === 'postgres')('payments at two processes', () => {
  let place: Place
  let processes: readonly [TestApp, TestApp]
  beforeAll(async () => {
    place = await freshPlace()
    processes = [await testApp({ place }), await testApp({ place })]
  })
  afterAll(async () => {
    for (const process of processes) await process.close()
    await place.drop()
  })

  it.each(['Customer', 'InternalAccount', 'Token', 'PlatformConfig'] as const)(
    'stop with the acknowledgement of the freeze of their %s',
    async (what) => {
      const [first] = processes
      const { id: accountId, customerId } = await accountOf(first, 'alice', 'MXN')
      await first.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 1_000_000 } })
      const payee = await clabe(first, '719')
      const token = await first.ok('createToken', { body: { name: 'Busy', permissions: ['VIEW', 'TRANSACT'] } })
      const as = { clientId: token.clientId, clientSecret: token.clientSecret as string }
      const subject = {
        Customer: customerId as string,
        InternalAccount: accountId,
        Token: token.id,
        PlatformConfig: wireId('PlatformConfig', first.platform.platformId),
      }[what]
      const body = { source: { accountId }, destination: { accountId: payee }, amount: 1 }
      const paid = async () => (await first.store.query('select 1 from transactions where sent_amount = 1')).length
      const before = await paid()
      let [executed, isFrozen] = [0, false]
      const hammer = async (process: TestApp): Promise<void> => {
        for (let left = 3; left > 0; ) {
          const isLate = isFrozen
          const { status } = await process.call('createTransferOut', { body, as })
          if (isLate) expect(status).toBeGreaterThanOrEqual(400)
          if (status < 300) executed++
          if (isLate) left--
        }
      }
      const workers = processes.flatMap((process) => [hammer(process), hammer(process), hammer(process)])
      await expect.poll(() => executed).toBeGreaterThan(6)
      await freeze(first.app, subject, ACTING)
      const atFreeze = await paid()
      isFrozen = true
      await Promise.all(workers)
      expect(await paid()).toBe(atFreeze)
      expect(before + executed).toBe(atFreeze)
      await release(first.app, subject, ACTING)
    },
  )

  it('that began to commit before a freeze have ended when it is acknowledged', async () => {
    const { store } = processes[0]
    await store.transaction(async (query) => {
      await query('select pg_current_xact_id()')
      expect(await earlierWritesEnded(store, 0)).toBe(false)
    })
    expect(await earlierWritesEnded(store, 60_000)).toBe(true)
  })
})
