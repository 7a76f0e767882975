/** Names of the credential types. */
import type { AuthMethodType } from '../../../../contract/wallets/wallet-keys.ts'

export const KINDS: Readonly<Record<AuthMethodType, string>> = {
  PASSKEY: 'Passkey',
  EMAIL_OTP: 'Email code',
  OAUTH: 'Identity token',
}
