/** Rotation of a platform's webhook secret: the former one goes on signing beside the new one for a while. */
import type { Rows } from '../../engine/rows.ts'
import { platforms } from './tables.ts'

/**
 * @param secret the new one, sealed
 * @param formerUntil real time in milliseconds until which events carry a signature with the former secret, too; null: none do
 * @throws Refusal PLATFORM_NOT_FOUND
 */
export function rotateWebhookSecret(rows: Rows, secret: string, formerUntil: number | null): void {
  const platform = rows.get(platforms, rows.platformId)
  rows.change(platforms, platform, {
    webhookSecret: secret,
    formerWebhookSecret: formerUntil === null ? null : platform.webhookSecret,
    formerSecretUntil: formerUntil,
    updatedAt: rows.now,
  })
}
