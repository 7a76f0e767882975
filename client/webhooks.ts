/** Verification of webhooks: sender, integrity and time of an event. */
import type { WebhookEvent } from './operations.generated.ts'

/** A public key (RFC 7517). */
export interface PublicKey {
  readonly kty?: string
  readonly crv?: string
  readonly x?: string
  readonly y?: string
}

/**
 * Key of a signature: the platform's `whsec_…` secret, a public key, or the content of `/.well-known/jwks.json`, which
 * has two keys during a rotation.
 */
export type WebhookKey = string | PublicKey | { readonly keys: readonly PublicKey[] }

export interface WebhookOptions {
  /** Maximum difference between the time of sending and now; 300 unless given. */
  readonly toleranceSeconds?: number
  /** Milliseconds since 1970; the system clock unless given. */
  readonly now?: number
}

type RequestHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** The request is not a webhook of the service, was altered, or is too old. Answer it with 401. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

const TOLERANCE_SECONDS = 300
const ECDSA = { name: 'ECDSA', hash: 'SHA-256' }
const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/**
 * The event of a request to the platform's endpoint. WebCrypto compares the signatures in constant time.
 *
 * The secret signs the time of sending along with the body; a public key signs the body alone, so that a copy of an old
 * request passes under a new time. Events are delivered at least once anyway: store the ids of processed events.
 * @param headers of the request, in any case
 * @param rawBody the received bytes; JSON that was parsed and serialized again does not match the signature
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  key: WebhookKey,
  headers: RequestHeaders,
  rawBody: string | Uint8Array,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const header = (name: string) => readHeader(headers, name)
  const timestamp = header('webhook-timestamp')
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
  if (!isRecent) refuse(`webhook-timestamp is not within ${toleranceSeconds} seconds of now`)
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const isSigned =
    typeof key === 'string'
      ? await isSignedWithSecret(key, header('webhook-signature'), `${header('webhook-id')}.${timestamp}.`, body)
      : await isSignedWithKey('keys' in key ? key.keys : [key as PublicKey], header('x-service-signature'), body)
  if (!isSigned) refuse('No signature of the request is valid')
  return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
}

/** @param signatures `v1,<base64>`, several during a rotation, separated by spaces */
async function isSignedWithSecret(secret: string, signatures: string, prefix: string, body: Uint8Array) {
  const bytes = decoded(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('The webhook secret must be whsec_ and base64')
  const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify'])
  const content = new Uint8Array([...new TextEncoder().encode(prefix), ...body])
  return some(signatures.split(' '), async (one) => {
    const signature = one.startsWith('v1,') ? decoded(one.slice('v1,'.length)) : undefined
    return signature !== undefined && crypto.subtle.verify('HMAC', key, signature, content)
  })
}

/** @param header `{"v":"1","s":"<base64 DER>"}` */
async function isSignedWithKey(keys: readonly PublicKey[], header: string, body: Uint8Array) {
  const signature = compactSignature(header)
  if (!signature) return false
  return some(keys, async ({ kty, crv, x, y }) => {
    const jwk = { kty, crv, x, y } as JsonWebKey
    const key = await crypto.subtle.importKey('jwk', jwk, P256, false, ['verify'])
    return crypto.subtle.verify(ECDSA, key, signature, body as Uint8Array<ArrayBuffer>)
  })
}

/** The two numbers of a DER signature in 32 bytes each, as WebCrypto takes them; undefined when it is not one. */
function compactSignature(header: string): Uint8Array<ArrayBuffer> | undefined {
  const text = /^\{"v":"1","s":"([\w+/]+=*)"\}$/.exec(header)?.[1]
  const der = text === undefined ? undefined : decoded(text)
  if (!der) return undefined
  const compact = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const number = der.slice(at + 2, at + 2 + length)
    const significant = number.slice(number.findIndex((byte) => byte !== 0))
    if (der[at] !== 2 || number.length !== length || length === 0 || significant.length > 32) return undefined
    compact.set(significant, end - significant.length)
    at += 2 + length
  }
  return compact
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

async function some<Item>(items: readonly Item[], holds: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await holds(item)) return true
  return false
}

function readHeader(headers: RequestHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return String(value ?? '')
}

function refuse(message: string): never {
  throw new WebhookVerificationError(message)
}
