/** Tenancy: every request that names objects of another platform, in its path or its body, is answered as if there were no such objects, and changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { type CallInput, freshPlace, type Place, type SeededPlatform, type TestApp, testApp } from '../harness/app.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { worldOf } from '../harness/samples/listed.ts'
import { KEYED, type Repeatable, type RepeatWorld, SAMPLES } from '../harness/samples/repeatable.ts'
import { actingFor } from '../harness/samples/wallets.ts'

const ID = /([A-Z][A-Za-z]+):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const UNKNOWN = '019542f5-b3e7-7d02-8000-000000000001'
/** Operations of platforms; that an agent is bound to its own customer is proved by the tests of agents. */
const operations = KEYED.filter((id) => (contract[id] as Operation).permission !== 'AGENT')

let place: Place
let app: TestApp
let stranger: SeededPlatform
let receiver: Receiver
let world: RepeatWorld
/** Number of requests that named an object. */
let tried = 0
beforeAll(async () => {
  place = await freshPlace()
  // As the owner of the tables, whom row-level security does not restrict: the program refuses without it.
  app = await testApp({ place: { ...place, database: { ...place.database, role: undefined } } })
  receiver = await openReceiver(202)
  const deciding = actingFor(app, await app.anotherPlatform())
  await deciding.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
  const { id } = await deciding.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', currencies: ['USD'] } })
  world = { ...(await worldOf(app)), deciding, recipient: id as RepeatWorld['recipient'] }
  stranger = await app.anotherPlatform('Stranger Pay')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  await place.drop()
  await receiver.close()
})

const named = ({ params, body }: CallInput<any>) => JSON.stringify([params, body instanceof FormData ? {} : body])
const withUnknown = (input: CallInput<any>): CallInput<any> => {
  const replaced = (part: unknown): any =>
    typeof part === 'string'
      ? part.replace(ID, `$1:${UNKNOWN}`)
      : part && typeof part === 'object' && !(part instanceof File)
        ? Object.fromEntries(Object.entries(part).map(([name, value]) => [name, replaced(value)]))
        : part
  const arrays = (part: unknown, like: unknown): any => {
    if (Array.isArray(like)) return like.map((_, i) => arrays((part as any)[i], like[i]))
    if (!like || typeof like !== 'object' || like instanceof File) return part
    return Object.fromEntries(Object.keys(like).map((name) => [name, arrays((part as any)[name], (like as any)[name])]))
  }
  const again = <T>(part: T): T => (part === undefined ? part : arrays(replaced(part), part))
  return { ...input, params: again(input.params), body: again(input.body) }
}

describe('a request that names an object of another platform', () => {
  it.each(operations)('%s is answered as for unknown ids', async (id) => {
    const { input } = (await SAMPLES[id](world)) as Repeatable
    if (!ID.test(named(input))) return
    ID.lastIndex = 0
    tried += 1
    await app.settle()
    const ask = (asked: CallInput<any>) => app.call(id, { ...asked, as: stranger } as never)
    const foreign = await ask(input)
    const unknown = await ask(withUnknown(input))
    expect(foreign.status, foreign.text).toBe(404)
    expect(foreign.error).toEqual(unknown.error)
  })

  it('was tried wherever an object is named', () => expect(tried).toBeGreaterThan(40))
})
