/** Wallet mail texts: one-time codes, and security notices to the holder. */
import { isoTime } from '../../../core/time.ts'
import type { WalletSettings } from '../../platform/platform.ts'
import type { CredentialType } from '../credentials/credential.ts'
import { appName, oneLine, type WalletMail, walletMail } from './wallet-mail.ts'

const EXPIRES_IN_SECONDS = 300

/** @param platformName used when the platform has set no app name */
export function codeMail(code: string, settings: WalletSettings | null, platformName: string): WalletMail {
  const app = appName(settings, platformName)
  const validity = durationInWords(settings?.expirationSeconds ?? EXPIRES_IN_SECONDS)
  const closing = `It is valid for ${validity} and works once. Do not share it: ${app} never asks for it by phone or in a message. If you did not request it, ignore this mail.`
  const subject = `Your code for ${app}`
  return walletMail({ subject, opening: `${subject}:`, code, closing }, settings, app)
}

const durationInWords = (seconds: number) =>
  seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** What the holder is notified of. `at` is in milliseconds since 1970. */
export type Notice =
  | {
      readonly what: 'SESSION' | 'CREDENTIAL'
      readonly type: CredentialType
      readonly nickname: string
      readonly at: number
    }
  | { readonly what: 'EXPORT'; readonly at: number }

/** Nicknames are free text of the holder or an identity issuer. */
const NICKNAME_MAX = 100

/** @param platformName used when the platform has set no app name */
export function noticeMail(notice: Notice, settings: WalletSettings | null, platformName: string): WalletMail {
  const app = appName(settings, platformName)
  const { subject, happened, remedy } = NOTICES[notice.what](
    app,
    notice.what === 'EXPORT' ? '' : credentialLabel(notice),
  )
  const when = `${isoTime(notice.at).slice(0, 16).replace('T', ' ')} UTC`
  const closing = `If it was you, there is nothing to do. If it was not, ${remedy}`
  return walletMail({ subject, opening: `${happened} at ${when}.`, closing }, settings, app)
}

const REVOKE = 'sign in now, revoke what you do not recognize, and contact the operator of the wallet.'

const NOTICES = {
  SESSION: (app: string, who: string) => ({
    subject: `New sign-in to ${app}`,
    happened: `Someone signed in to your wallet with ${who}`,
    remedy: REVOKE,
  }),
  CREDENTIAL: (app: string, who: string) => ({
    subject: `New way to sign in to ${app}`,
    happened: `${who.slice(0, 1).toUpperCase()}${who.slice(1)} was added to your wallet`,
    remedy: REVOKE,
  }),
  EXPORT: (app: string) => ({
    subject: `The recovery phrase of your wallet was exported from ${app}`,
    happened: 'The recovery phrase of your wallet was exported',
    remedy:
      'move the money to another wallet now: anyone who has the phrase controls this one, and revoking credentials does not change that.',
  }),
} as const

const KINDS: Readonly<Record<CredentialType, string>> = {
  PASSKEY: 'the passkey',
  EMAIL_OTP: 'the address',
  OAUTH: 'the account',
}

/** `the passkey "Phone"`. */
function credentialLabel({ type, nickname }: { readonly type: CredentialType; readonly nickname: string }): string {
  const name = oneLine(nickname).slice(0, NICKNAME_MAX)
  return name === '' ? 'another account' : `${KINDS[type]} "${name}"`
}
