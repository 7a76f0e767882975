/** Owns what people call the kinds of credentials. */
import type { AuthMethodType } from '../../../../contract/wallets/wallet-keys.ts'

export const KINDS: Readonly<Record<AuthMethodType, string>> = {
  PASSKEY: 'Passkey',
  EMAIL_OTP: 'Code by e-mail',
  OAUTH: 'Identity token',
}
