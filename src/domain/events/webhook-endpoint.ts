/** State of a platform's webhook endpoint, and verification of webhooks as receivers do it. */
import { createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { EVENTS_MAX } from '../../../contract/events/recorded-events.ts'
import type { WebhookEndpoint } from '../../../contract/events/webhook-endpoint.ts'
import { wallClock } from '../../core/clock.ts'
import { isoTime } from '../../core/time.ts'
import type { SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { findEndpoint } from './queries.ts'
import type { WebhookSigner } from './signing-keys.ts'
import { standardSignature } from './webhook-request.ts'

interface StateRow {
  readonly url: string | null
  readonly disabledAt: Date | null
  readonly lastSuccessAt: Date | null
  readonly failingSince: Date | null
  readonly pending: number
}

/** A bounded number of attempts and events is searched, newest first. */
const STATE = `
  select endpoint as "url", disabled_at as "disabledAt",
    (select attempted_at from (
      select outcome, attempted_at from delivery_attempts a where a.platform_id = $1 order by attempted_at desc limit ${EVENTS_MAX}
    ) newest where outcome = 'DELIVERED' limit 1) as "lastSuccessAt",
    (select min(first_failed_at) from deliveries d where d.platform_id = $1 and first_failed_at is not null) as "failingSince",
    (select count(*)::int from (
      select object_id, sequence, is_wanted from events e where e.platform_id = $1 order by id desc limit ${EVENTS_MAX}
    ) e left join deliveries d on d.platform_id = $1 and d.object_id = e.object_id
      where e.is_wanted and e.sequence > coalesce(d.delivered, 0)) as "pending"
  from listeners where platform_id = $1`

export async function getWebhookEndpoint(
  store: Store,
  signer: WebhookSigner,
  platformId: string,
): Promise<WebhookEndpoint> {
  const [[row], { keys }] = await Promise.all([store.query<StateRow>(STATE, [platformId]), signer.jwks()])
  const moment = (name: 'disabledAt' | 'lastSuccessAt' | 'failingSince') =>
    row?.[name] ? { [name]: isoTime(Number(row[name])) } : {}
  return {
    ...(row?.url && { url: row.url }),
    state: !row?.url ? 'NOT_SET' : row.disabledAt ? 'DISABLED' : 'ENABLED',
    ...moment('disabledAt'),
    ...moment('lastSuccessAt'),
    ...moment('failingSince'),
    pendingEvents: row?.pending ?? 0,
    publicKeys: keys.map((key) => ({ ...key })),
  }
}

interface Verifying {
  readonly store: Store
  readonly signer: WebhookSigner
  readonly keys: Pick<SecretKeys, 'sealing'>
}

/** Age above which Standard Webhooks advises to refuse a request. */
const AGE_MAX_SECONDS = 300

/** Verifies both signatures of a request. Undefined: the platform has no endpoint, so nothing is sent to it. */
export async function verifyWebhook(
  { store, signer, keys }: Verifying,
  platformId: string,
  headers: Readonly<Record<string, unknown>>,
  body: string,
): Promise<{ isServiceSignatureValid: boolean; isStandardSignatureValid: boolean } | undefined> {
  const endpoint = await findEndpoint(store, platformId)
  if (!endpoint) return undefined
  const header = (name: string) => String(headers[name] ?? '')
  const published = (await signer.jwks()).keys
  const signature = Buffer.from(/"s":"([A-Za-z0-9+/=]+)"/.exec(header('x-service-signature'))?.[1] ?? '', 'base64')
  const timestamp = header('webhook-timestamp')
  const text = `${header('webhook-id')}.${timestamp}.${body}`
  const expected = endpoint.secrets.map((secret) => standardSignature(keys.sealing, secret, text))
  const isRecent = Math.abs(wallClock() / 1000 - Number(timestamp)) <= AGE_MAX_SECONDS
  return {
    isServiceSignatureValid: published.some((key) =>
      verify('sha256', Buffer.from(body), createPublicKey({ key, format: 'jwk' }), signature),
    ),
    isStandardSignatureValid:
      isRecent &&
      header('webhook-signature')
        .split(' ')
        .some((given) => expected.some((one) => isSame(one, given))),
  }
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
