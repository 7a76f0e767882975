/** Operator settings of a platform: regulation, relying party, wallet policy, webhook secret. No token can change them. */
import { refuseField } from '../../core/refusal.ts'
import { command, type Read, type SeenRows } from '../../engine/command.ts'
import type { RelyingParty } from '../../providers/passkeys/port.ts'
import { platforms, type WalletPolicy } from './platform.ts'

const reads = ({ platformId }: SeenRows): Read[] => [[platforms, platformId]]

/**
 * Sets whether the platform is a regulated institution, which verifies its customers itself. Applies to customers who are
 * created or verified from now on; customers who are approved stay approved.
 * @throws Refusal PLATFORM_NOT_FOUND
 */
export const setRegulated = command({
  reads,
  run: (rows, isRegulatedFinancialInstitution: boolean) =>
    rows.change(platforms, rows.get(platforms, rows.platformId), {
      isRegulatedFinancialInstitution,
      updatedAt: rows.now,
    }),
})

/**
 * Sets where passkeys are used, for every registration and assertion from now on. Null: each passkey is used where it was
 * registered.
 * @throws Refusal PLATFORM_NOT_FOUND; INVALID_INPUT for a domain or origin that no browser sends
 */
export const setRelyingParty = command({
  reads,
  run(rows, relyingParty: RelyingParty | null) {
    if (relyingParty && !/^[a-z0-9.-]+$/.test(relyingParty.rpId))
      refuseField('INVALID_INPUT', 'rpId', 'must be a domain')
    for (const origin of relyingParty?.origins ?? [])
      if (!isOrigin(origin))
        refuseField(
          'INVALID_INPUT',
          'origins',
          `"${origin}" is not an origin such as https://wallet.acme.example or android:apk-key-hash:…`,
        )
    const platform = rows.get(platforms, rows.platformId)
    return rows.change(platforms, platform, { relyingParty, updatedAt: rows.now })
  },
})

/** Origins are compared byte for byte, so one with a trailing slash would match no browser. */
const isOrigin = (text: string) =>
  text.startsWith('android:apk-key-hash:') || (URL.canParse(text) && new URL(text).origin === text)

/** Sets stricter requirements for the platform's wallets, from now on. @throws Refusal PLATFORM_NOT_FOUND, INVALID_INPUT */
export const setWalletPolicy = command({
  reads,
  run(rows, walletPolicy: WalletPolicy) {
    if (!Number.isSafeInteger(walletPolicy.paymentsAbove) || walletPolicy.paymentsAbove < 0)
      refuseField('INVALID_INPUT', 'paymentsAbove', 'must be an amount in minor units, 0 or more')
    const platform = rows.get(platforms, rows.platformId)
    return rows.change(platforms, platform, { walletPolicy, updatedAt: rows.now })
  },
})

export interface SecretRotation {
  /** The new webhook secret, sealed. */
  readonly secret: string
  /** Real time in milliseconds until which events are also signed with the previous secret; null: they are not. */
  readonly formerUntil: number | null
}

/** Replaces the webhook secret. @throws Refusal PLATFORM_NOT_FOUND */
export const rotateWebhookSecret = command({
  reads,
  run(rows, { secret, formerUntil }: SecretRotation): void {
    const platform = rows.get(platforms, rows.platformId)
    rows.change(platforms, platform, {
      webhookSecret: secret,
      formerWebhookSecret: formerUntil === null ? null : platform.webhookSecret,
      formerSecretUntil: formerUntil,
      updatedAt: rows.now,
    })
  },
})
