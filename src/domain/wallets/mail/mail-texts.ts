/** Owns the mail with a one-time code. */

import { isoTime } from '../../../core/time.ts'
import type { WalletSettings } from '../../platform/settings.ts'
import type { CredentialType } from '../credentials/credential.ts'
import { appName, oneLine, type WalletMail, walletMail } from './wallet-mail.ts'

const EXPIRES_IN_SECONDS = 300

/** @param platformName what the wallet is called when the platform has not named it */
export function codeMail(code: string, settings: WalletSettings | null, platformName: string): WalletMail {
  const app = appName(settings, platformName)
  const validity = durationInWords(settings?.expirationSeconds ?? EXPIRES_IN_SECONDS)
  const closing = `It is valid for ${validity} and works once. Do not tell it to anybody: ${app} never asks for it by phone or in a message. If you did not ask for it, do nothing.`
  const subject = `Your code for ${app}`
  return walletMail({ subject, opening: `${subject}:`, code, closing }, settings, app)
}

const durationInWords = (seconds: number) =>
  seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** What has happened. */
export type Notice =
  | {
      readonly what: 'SESSION' | 'CREDENTIAL'
      readonly type: CredentialType
      readonly nickname: string
      readonly at: number
    }
  | { readonly what: 'EXPORT'; readonly at: number }

/** Nicknames are the holder's own words, or an issuer's. */
const NICKNAME_MAX = 100

/** @param platformName what the wallet is called when the platform has not named it */
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

const REVOKE = 'sign in at once, revoke what is not yours, and tell those who run the wallet.'

const NOTICES = {
  SESSION: (app: string, who: string) => ({
    subject: `New sign-in to ${app}`,
    happened: `Somebody signed in to your wallet with ${who}`,
    remedy: REVOKE,
  }),
  CREDENTIAL: (app: string, who: string) => ({
    subject: `New way to sign in to ${app}`,
    happened: `${who.slice(0, 1).toUpperCase()}${who.slice(1)} was added to your wallet`,
    remedy: REVOKE,
  }),
  EXPORT: (app: string) => ({
    subject: `The recovery phrase of your wallet was taken out of ${app}`,
    happened: 'The recovery phrase of your wallet was given out',
    remedy:
      'move the money to another wallet at once: whoever has the phrase has this one, and no revocation changes that.',
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
