/** Restart tests: scheduled work of every kind outlives the process and runs once, in order, when it is due. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { cardFor, holderOf } from '../harness/cards.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'

const DAY = 24 * 60 * 60
const HOUR_MS = 3_600_000

/** Expected events of a refunded payment, this many seconds after the service was stopped. */
const failure = (seconds: number) =>
  [
    'OUTGOING_PAYMENT.FAILED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    'OUTGOING_PAYMENT.REFUND_PENDING',
    'OUTGOING_PAYMENT.REFUND_COMPLETED',
  ].map((type) => [seconds, type])

describe('a service that is started again', () => {
  let place: Place
  let app: TestApp
  let receiver: Receiver
  let invitationCode: string
  /** Time of the clock when the first process ended. */
  let stopped: number

  const shown = () => app.ok('getSandboxClock')
  const advance = (seconds: number) => app.ok('advanceSandboxClock', { body: { seconds } })
  const told = async (from: number) => {
    const rows = await app.store.query<{ id: string; type: string; at: number }>(
      'select id, type, created_at as at from events where created_at >= $1 order by created_at, id',
      [new Date(from).toISOString()],
    )
    return rows.map(({ id, type, at }) => ({ id: `Webhook:${id}`, type, seconds: (at - stopped) / 1000 }))
  }
  const toldSince = async (moment: number) => (await told(moment + 1)).map(({ seconds, type }) => [seconds, type])
  async function restart(): Promise<void> {
    await app.close()
    app = await testApp({ place })
  }

  beforeAll(async () => {
    place = await freshPlace({ onDisk: true })
    receiver = await openReceiver()
    app = await testApp({ place })
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
    await receiver.close()
    await place.drop()
  })

  /** Work of each kind, due at different times and not started; the platform's endpoint is broken. */
  async function plan(): Promise<void> {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const pesos = await accountOf(app, 'northwind', 'MXN')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: pesos.id }, body: { amount: 100_000 } })
    const clabes = await Promise.all(['719', '003', '005', '005'].map((end) => clabe(app, end)))
    const [maria, slow, returned, failing] = clabes as [string, string, string, string]
    const holder = await holderOf(app, 10_000)
    await advance(1)
    expect((await cardFor(app, holder, 'card-005')).state).toBe('PENDING_ISSUE')

    await advance(1)
    await quoteBetween(app, dollars.id, maria)
    for (const account of [slow, returned])
      await quoteBetween(app, dollars.id, account, 10_000, { immediatelyExecute: true })
    const destination = { accountId: failing as `ExternalAccount:${string}` }
    await app.ok('createTransferOut', { body: { source: { accountId: pesos.id }, destination, amount: 5_000 } })
    const expiresAt = new Date(app.clock.now() + HOUR_MS).toISOString()
    const inviterUma = '$alice@acme.example'
    const invitation = await app.ok('createInvitation', { body: { inviterUma, firstName: 'Ines', expiresAt } })
    invitationCode = invitation.code
    await app.settle()
  }

  it('finds the clock at the time to which it was moved, and all scheduled work', async () => {
    await app.ok('freezeSandboxClock')
    await advance(DAY)
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    await app.settle()
    receiver.answer = 500
    await plan()
    const before = await shown()
    stopped = Date.parse(before.now)
    expect(new Set(before.due.map(({ what }) => what))).toEqual(
      new Set(['deliverEvents', 'askPayout', 'askCardIssuer', 'askTransfer', 'expireQuotes', 'expireInvitations']),
    )
    await restart()
    await app.settle()
    expect(await shown()).toEqual(before)
    expect(await toldSince(stopped)).toEqual([])
  })

  it('does each once and in order, when it is due', async () => {
    receiver.answer = 200
    receiver.received.length = 0
    await advance(DAY)
    expect(await toldSince(stopped)).toEqual([
      ...failure(5),
      [29, 'CARD.STATE_CHANGE'],
      ...failure(30),
      [300, 'OUTGOING_PAYMENT.EXPIRED'],
      [360, 'OUTGOING_PAYMENT.COMPLETED'],
    ])
    expect((await app.ok('getInvitation', { params: { invitationCode } })).status).toBe('EXPIRED')
  })

  it('delivers every event once, including those that the first process could not deliver', async () => {
    const events = receiver.received.map(({ event }) => event)
    const since = await told(stopped)
    expect(since.length).toBeGreaterThan(11)
    const ids = events.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(since.map(({ id }) => id)))
    const moments = events.map(({ timestamp }) => timestamp).filter((timestamp) => Date.parse(timestamp) > stopped)
    expect(moments).toEqual([...moments].sort())
  })

  it('has no work left after another start', async () => {
    const before = Date.parse((await shown()).now)
    await restart()
    await advance(DAY)
    expect(await toldSince(before)).toEqual([])
    expect((await shown()).due).toEqual([])
  })
})
