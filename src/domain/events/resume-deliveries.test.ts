import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../../contract/accounts/internal-accounts.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { readingOf } from '../../../test/harness/rails.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { bareId } from '../../core/ids.ts'
import { listObjectEvents } from './queries.ts'

describe('a new endpoint', () => {
  let app: TestApp
  let receiver: Receiver
  let account: InternalAccount
  /** Sequence of the account's last event before the test. */
  let last: number

  beforeEach(async () => {
    app = await testApp()
    receiver = await openReceiver()
    account = await accountOf(app, 'northwind', 'USD')
    // Frozen, because what is sent must not depend on the times of events.
    await app.ok('freezeSandboxClock')
    last = (await listObjectEvents(readingOf(app.store), app.platform.platformId, bareId(account.id))).length
  })
  afterEach(async () => {
    await app.close()
    await receiver.close()
  })

  const listenAt = async (path: string) => {
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url.replace('/receiver', path) } })
    await app.settle()
  }
  const fund = async ({ id } = account) => {
    await app.ok('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 100 } })
    await app.settle()
  }
  /** Balance events of the account that were sent: the path, and the number of the event in the test. */
  const sent = () =>
    receiver.received
      .filter(({ event }) => event.type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
      .map(({ path, event }) => `${path} ${event.sequence - last}`)
  const due = async () => (await app.ok('getSandboxClock')).due.map(({ what }) => what)

  it('receives later events, and never earlier ones', async () => {
    const planned = await due()
    for (let i = 0; i < 3; i++) await fund()
    expect(await due()).toEqual(planned)

    await listenAt('/receiver')
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['TEST'])

    await fund()
    await fund()
    expect(sent()).toEqual(['/receiver 4', '/receiver 5'])
    expect(receiver.received.filter(({ event }) => event.type === 'INCOMING_PAYMENT.COMPLETED')).toHaveLength(2)
  })

  it('receives no earlier events when the first delivery fails', async () => {
    await fund()
    await listenAt('/receiver')
    receiver.answer = 500
    await fund()
    receiver.answer = 200
    await app.advance({ minutes: 1 })
    await fund()
    expect(sent()).toEqual(['/receiver 2', '/receiver 2', '/receiver 3'])
  })

  it('receives what the previous endpoint has not accepted, in order, and no earlier events', async () => {
    await fund()
    await listenAt('/old')
    receiver.answer = 500
    await fund()
    await fund()
    expect(sent()).toEqual(['/old 2'])

    receiver.answer = 200
    await listenAt('/new')
    expect(sent()).toEqual(['/old 2', '/new 2', '/new 3'])
    await listenAt('/newer')
    await fund()
    expect(sent().slice(3)).toEqual(['/newer 4'])
  })

  it('set after a 410, receives the events recorded in between', async () => {
    await listenAt('/old')
    receiver.answer = 410
    await fund()
    const another = await accountOf(app, 'alice', 'EUR')
    await fund(another)
    const before = receiver.received.length

    receiver.answer = 200
    await listenAt('/new')
    const objects = receiver.received.slice(before).map(({ event }) => event.data.id)
    expect(objects).toEqual(expect.arrayContaining([account.id, another.id]))
  })
})
