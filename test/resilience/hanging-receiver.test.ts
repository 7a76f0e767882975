/** Silent endpoint test: an endpoint that accepts connections and never answers affects its own platform only. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SeededPlatform, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe } from '../harness/cast.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'

/** Deliveries that wait, each in its own job. */
const WAITING = 10_000
const MINUTE = 60_000

describe('beside an endpoint that accepts connections and never answers', () => {
  let app: TestApp
  let other: SeededPlatform
  let hanging: Receiver
  let answering: Receiver
  beforeEach(async () => {
    app = await testApp()
    other = await app.anotherPlatform()
    hanging = await openReceiver(() => {})
    answering = await openReceiver()
    await app.ok('freezeSandboxClock')
  })
  afterEach(async () => {
    await hanging.close()
    await app.close()
    await answering.close()
  })

  /** Events of the other platform that are due and not in progress. */
  const haveWaiting = () =>
    app.store.query(
      `with o as (select gen_random_uuid() as id, n from generate_series(1, $3::int) n),
      e as (
        insert into events (platform_id, object_id, sequence, id, type, data, created_at, is_wanted)
        select $1::uuid, id, 1, gen_random_uuid(), 'CUSTOMER.KYC_PENDING', '{}', $2::timestamptz, true from o)
      insert into jobs (platform_id, key, name, subjects, due_at, attempts, class)
      select $1::uuid, 'deliverEvents/' || n, 'deliverEvents', json_build_array(id), $2::timestamptz, 0, 'webhooks' from o`,
      [other.platformId, new Date(app.clock.now()).toISOString(), WAITING],
    )
  const until = async (what: () => Promise<boolean> | boolean) => {
    while (!(await what())) await new Promise((resume) => setImmediate(resume))
  }

  it("another platform's transfer fails at its thirty seconds, and its webhooks are delivered", async () => {
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: hanging.url }, as: other })
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: answering.url } })
    await haveWaiting()
    await until(() => hanging.received.length > 1)
    // Leases of work in progress expire.
    app.clock.advanceTo(app.clock.now() + 2 * MINUTE)

    const { id: accountId } = await accountOf(app, 'alice', 'MXN')
    await app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 1_000 } })
    const { id } = await app.ok('createTransferOut', {
      body: { source: { accountId }, destination: { accountId: await clabe(app, '005') } },
    })
    const readStatus = async () => (await app.ok('getTransactionById', { params: { transactionId: id } })).status
    const planned = async () => (await app.ok('getSandboxClock')).due.map(({ what }) => what)
    await until(async () => (await planned()).includes('askTransfer'))
    expect(await readStatus()).not.toBe('FAILED')
    app.clock.advanceTo(app.clock.now() + 30_000)
    await until(async () => (await readStatus()) === 'FAILED')
    await until(() =>
      answering.received.some(({ event }) => event.type === 'OUTGOING_PAYMENT.FAILED' && event.data.id === id),
    )
    expect(hanging.received.length).toBeLessThan(50)
  })
})
