/** Operator commands that rotate keys: of webhooks, the installation's key and the secret of a platform; and of UMA. */
import { randomBytes } from 'node:crypto'
import { wallClock } from '../core/clock.ts'
import { isoTime } from '../core/time.ts'
import { loadSigningKeys } from '../domain/events/signing-keys.ts'
import { PLANNED_AHEAD_SECONDS, rotateUmaKeys } from '../domain/payments/uma/keys.ts'
import { rotateWebhookSecret } from '../domain/platform/operator-settings.ts'
import { seal } from '../infra/crypto/secrets.ts'
import { idIn, type Operator } from './operator.ts'

const HOUR_MS = 3_600_000
/** How long a new key is published before it signs, so that receivers that cache keys have fetched it. */
const PUBLISHED_BEFORE_SECONDS = 3600

export interface RotatedKey {
  /** Its `kid` at `/.well-known/jwks.json`. */
  readonly key: string
  readonly signsFrom: string
}

/**
 * Creates a new signing key for all webhooks. The previous key stays published until the next rotation.
 * @param atOnce the new key signs immediately: receivers that cache keys may refuse events until they fetch it
 */
export async function rotateWebhookKey(
  { store, keys }: Operator,
  { atOnce }: { atOnce: boolean },
): Promise<RotatedKey> {
  const signer = await loadSigningKeys(store, keys)
  const { id, signsFrom } = await signer.rotate(atOnce ? 0 : PUBLISHED_BEFORE_SECONDS)
  return { key: id, signsFrom: isoTime(signsFrom) }
}

export interface RotatedSecret {
  readonly platform: string
  /** Shown only now. */
  readonly webhookSecret: string
  /** Until then events are also signed with the former secret. */
  readonly formerUntil: string | null
}

/** Sets a new webhook secret for a platform. @throws Refusal PLATFORM_NOT_FOUND */
export async function rotatePlatformSecret(
  { engine, keys }: Operator,
  platform: string,
  { overlapHours }: { overlapHours: number },
): Promise<RotatedSecret> {
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
  const sealed = seal(keys.sealing, webhookSecret, 'webhook secret')
  const formerUntil = overlapHours > 0 ? wallClock() + overlapHours * HOUR_MS : null
  await engine.run(idIn(platform, 'PlatformConfig'), (rows) =>
    rotateWebhookSecret(rows, { secret: sealed, formerUntil }),
  )
  return { platform, webhookSecret, formerUntil: formerUntil === null ? null : isoTime(formerUntil) }
}

/**
 * Creates new keys by which other institutions know this installation.
 * @param atOnce use them immediately: institutions that cache keys refuse messages until they fetch them again
 */
export const rotateUma = async (
  { store, keys }: Operator,
  { atOnce }: { readonly atOnce: boolean },
): Promise<{ readonly usedFrom: string }> => ({
  usedFrom: isoTime(await rotateUmaKeys(store, keys, atOnce ? 0 : PLANNED_AHEAD_SECONDS)),
})
