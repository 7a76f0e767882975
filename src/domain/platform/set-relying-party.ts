/** Owns the operator's word on where a platform's passkeys are used. */
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { RelyingParty } from '../../providers/passkeys/port.ts'
import { type Platform, platforms } from './tables.ts'

/** Holds for every registration and assertion from now on; null: each passkey keeps to the place of its registration. @throws Refusal PLATFORM_NOT_FOUND, INVALID_INPUT for what no browser would ever name */
export function setRelyingParty(rows: Rows, relyingParty: RelyingParty | null): Platform {
  if (relyingParty && !/^[a-z0-9.-]+$/.test(relyingParty.rpId)) refuseField('INVALID_INPUT', 'rpId', 'must be a domain')
  for (const origin of relyingParty?.origins ?? [])
    if (!isOrigin(origin))
      refuseField(
        'INVALID_INPUT',
        'origins',
        `"${origin}" is no origin, such as https://wallet.acme.example or android:apk-key-hash:…`,
      )
  const platform = rows.get(platforms, rows.platformId)
  return rows.change(platforms, platform, { relyingParty, updatedAt: rows.now })
}

/** Compared byte for byte, so a slash at its end would keep everybody out. */
const isOrigin = (text: string) =>
  text.startsWith('android:apk-key-hash:') || (URL.canParse(text) && new URL(text).origin === text)
