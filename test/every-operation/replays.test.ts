/** Replays: every operation that takes an Idempotency-Key, repeated at another process and after a restart, answers the same and has one effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId } from '../../contract/contract.ts'
import { REQUEST_EXAMPLES } from '../../contract/examples/request-examples.ts'
import type { Operation } from '../../contract/operation.ts'
import { chainOutbox } from '../../src/infra/audit/audit-outbox.ts'
import { type CallInput, freshPlace, type Place, type Reply, type TestApp, testApp } from '../harness/app.ts'
import { kind } from '../harness/database/database.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { worldOf } from '../harness/samples/listed.ts'
import { KEYED, type Repeatable, type RepeatWorld, SAMPLES } from '../harness/samples/repeatable.ts'
import { actingFor, challengeOf, sign, signatureHeaders } from '../harness/samples/wallets.ts'

const KEY = 'the same for all'
/** Clock operations come last, because the others run at a frozen time. */
const CLOCK = /SandboxClock/
const last = (id: string) => (CLOCK.test(id) ? (id.startsWith('unfreeze') ? 2 : 1) : 0)
const operations = [...KEYED].sort((a, b) => last(a) - last(b))

let place: Place
let first: TestApp
/** Another process on the same database. The embedded database has one process; there it is the same. */
let second: TestApp
let receiver: Receiver
let world: RepeatWorld
/** Request and reply under each key. */
const asked = new Map<OperationId, { readonly input: CallInput<any>; readonly reply: Reply<unknown> }>()

/**
 * Everything in the database except commit markers, which the lookup of an earlier reply may leave, and the request
 * log.
 */
async function content(): Promise<Map<string, string>> {
  // One process may schedule work that the other starts after it was settled.
  const underWay =
    'select 1 from jobs where dead_at is null and (leased_until is not null or due_at <= $1::timestamptz) limit 1'
  do
    for (const app of new Set([first, second])) {
      await app.settle()
      await app.app.engine.drained()
    }
  while ((await first.store.query(underWay, [new Date(first.clock.now()).toISOString()])).length > 0)
  // Otherwise this happens in the background, at any time.
  await chainOutbox(first.store)
  const tables = await first.store.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('batches', 'api_requests', 'token_uses')`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [found] = await first.store.query<{ text: string }>(
        // Jobs of earlier requests may still end: only a new one would be an effect.
        name === 'jobs'
          ? `select coalesce(string_agg(key, ' ' order by key), '') as text from jobs`
          : `select coalesce(string_agg(t::text, ' ' order by t::text), '') as text from ${name} t`,
      )
      return [name, found?.text ?? ''] as const
    }),
  )
  return new Map(rows)
}
const touched = (before: Map<string, string>, after: Map<string, string>) =>
  [...after].filter(([name, text]) => isTouched(name, before.get(name) ?? '', text)).map(([name]) => name)

function isTouched(name: string, before: string, after: string): boolean {
  if (name !== 'jobs') return before !== after
  const known = new Set(before.split(' '))
  return after.split(' ').some((key) => key !== '' && !known.has(key))
}

/** The operation whose example is an email address; a passkey needs a signature. */
const OTHER_KIND = 'createAuthCredential'
const exampleFor = (id: OperationId) => (REQUEST_EXAMPLES as Record<string, object>)[id]
/** Fields that differ in every request. */
const OWN = new Set(['accountNumber', 'email', 'name', 'time', 'webhookEndpoint'])
/** A body without its own values and its file: ids as their kinds. */
const shapeOf = (body: unknown) =>
  JSON.parse(JSON.stringify(body ?? {}), (name, value) => {
    if (name === 'file') return undefined
    if (OWN.has(name)) return name
    return typeof value === 'string' ? value.replace(/^([A-Z]\w+):[0-9a-f-]{36}$/, '$1') : value
  })

async function withSignature(id: OperationId, { input, session }: Repeatable): Promise<CallInput<any>> {
  if (!session) return { ...input, key: KEY }
  const challenge = await challengeOf(first, id, input as never)
  const signature = sign(challenge.payloadToSign, session.privateKey)
  return { ...input, key: KEY, headers: signatureHeaders(challenge, signature) }
}

async function expectReplay(app: TestApp, id: OperationId): Promise<void> {
  const { input, reply } = asked.get(id) as { input: CallInput<any>; reply: Reply<unknown> }
  const again = await app.call(id, input as never)
  expect([again.status, again.text], id).toEqual([reply.status, reply.text])
  expect(again.headers.get('idempotent-replayed'), id).toBe('true')
}

beforeAll(async () => {
  place = await freshPlace({ onDisk: true })
  first = await testApp({ place })
  second = kind === 'postgres' ? await testApp({ place }) : first
  receiver = await openReceiver(({ event }, response) => {
    response.writeHead(event.type === 'INCOMING_PAYMENT.PENDING' ? 202 : 200).end()
  })
  const deciding = actingFor(first, await first.anotherPlatform())
  await deciding.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
  const { id: recipient } = await deciding.ok('createCustomer', {
    body: { customerType: 'INDIVIDUAL', currencies: ['USD'] },
  })
  world = { ...(await worldOf(first)), deciding, recipient: recipient as RepeatWorld['recipient'] }
  await first.settle()
  await first.ok('freezeSandboxClock')
  // Otherwise its jobs would expire waiting approvals while this process is slow.
  second.clock.freeze()
})
afterAll(async () => {
  expect(await first.audit()).toEqual([])
  for (const app of new Set([first, second])) await app.close()
  await receiver.close()
  await place.drop()
})

describe('a request that is repeated with its Idempotency-Key', () => {
  it('is tried for every operation of the contract that takes one', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual([...KEYED].sort())
    expect(KEYED.length).toBeGreaterThan(65)
  })

  it.each(operations)('%s gets the same reply from another process, and has one effect', async (id) => {
    const sample = (await SAMPLES[id](world)) as Repeatable
    const input = await withSignature(id, sample)
    const reply = await first.call(id, input as never)
    expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300)
    if (sample.session) expect(reply.status, `${id} was not signed for`).not.toBe(202)
    if (id in REQUEST_EXAMPLES && id !== OTHER_KIND) expect(shapeOf(input.body)).toEqual(shapeOf(exampleFor(id)))
    expect(reply.headers.get('idempotent-replayed')).toBeNull()
    asked.set(id, { input, reply })
    const before = await content()
    const posts = receiver.received.length
    for (const app of [second, first, second]) await expectReplay(app, id)
    // A large file is stored before its repetition is detected; a job removes it.
    const isStored = (contract[id] as Operation).multipart === 'STORED'
    expect(touched(before, await content())).toEqual(isStored ? ['jobs'] : [])
    expect(receiver.received).toHaveLength(posts)
  })

  it('has the same reply after a restart, whatever has happened since', async () => {
    for (const app of new Set([first, second])) await app.close()
    first = second = await testApp({ place })
    expect([...asked.keys()].sort()).toEqual([...KEYED].sort())
    const before = await content()
    for (const id of asked.keys()) await expectReplay(first, id)
    expect(touched(before, await content())).toEqual(['jobs'])
  })
})
