/** Rotation of what signs webhooks: the installation's key, and the secret of one platform. */
import { randomBytes } from 'node:crypto'
import { wallClock } from '../core/clock.ts'
import { isoTime } from '../core/time.ts'
import { loadSigningKeys } from '../domain/events/signing-keys.ts'
import { rotateWebhookSecret } from '../domain/platform/operator-settings.ts'
import { seal } from '../infra/crypto/secrets.ts'
import { idIn, type Operator } from './operator.ts'

const HOUR_MS = 3_600_000
/** How long a new key is published before it signs: receivers that keep keys fetch them anew by then. */
const PUBLISHED_BEFORE_SECONDS = 3600

export interface RotatedKey {
  /** Its `kid` at `/.well-known/jwks.json`. */
  readonly key: string
  readonly signsFrom: string
}

/**
 * Makes a new key for the signatures of all webhooks. The one before stays published until the rotation after.
 * @param atOnce the new key signs straight away: receivers that keep keys may refuse events until they fetch them anew
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
  /** Shown now and never again. */
  readonly webhookSecret: string
  /** Until then events are signed with the former secret, too. */
  readonly formerUntil: string | null
}

/** Gives a platform a new webhook secret. @throws Refusal PLATFORM_NOT_FOUND */
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
