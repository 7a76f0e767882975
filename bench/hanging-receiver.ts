/** Hanging receiver: another platform whose endpoint accepts every webhook and never replies, with many deliveries due. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onServer } from '../test/harness/database/postgres.ts'
import type { Target } from './target.ts'
import { clientOf } from './work/accounts.ts'

/** Objects of that platform, each with an event due for delivery. */
const WAITING = 10_000

const planned = (platformId: string) => `
  with object as (select gen_random_uuid() as id, n from generate_series(1, ${WAITING}) n),
  event as (
    insert into events (platform_id, object_id, sequence, id, type, data, created_at, is_wanted)
    select '${platformId}'::uuid, id, 1, gen_random_uuid(), 'CUSTOMER.KYC_PENDING', '{}', now(), true from object)
  insert into jobs (platform_id, key, name, subjects, due_at, attempts, class)
  select '${platformId}'::uuid, 'deliverEvents/' || n, 'deliverEvents', json_build_array(id), now(), 0, 'webhooks'
  from object`

/**
 * @param url of the service's database
 * @returns a function that ends it; its promise rejects if the receiver got no request, or no deliveries were left
 */
export async function openHangingReceiver(url: string, target: Target): Promise<() => Promise<void>> {
  let posts = 0
  const server = createServer(() => void posts++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { platform, token } = await clientOf(target)('sandboxCreatePlatform', { body: { name: 'Hanging Pay' } })
  const secret = Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64')
  const configure = clientOf({ ...target, authorization: `Basic ${secret}` })
  await configure('updatePlatformConfig', { body: { webhookEndpoint: `http://127.0.0.1:${port}/events` } })
  const platformId = platform.id.split(':')[1] as string
  await onServer(url, planned(platformId))
  while (posts === 0) await new Promise((resume) => setTimeout(resume, 20))
  return async () => {
    const ofPlatform = `from jobs where platform_id = '${platformId}'::uuid`
    const [left] = await onServer<{ count: number }>(url, `select count(*)::int as count ${ofPlatform}`)
    await onServer(url, `delete ${ofPlatform}`)
    server.closeAllConnections()
    server.close()
    if (!left || left.count < WAITING) throw new Error(`${left?.count} of ${WAITING} deliveries were left at the end`)
  }
}
