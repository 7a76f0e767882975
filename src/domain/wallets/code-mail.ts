/** Owns the mail with a one-time code. */
import type { WalletSettings } from '../platform/settings.ts'
import { appNameOf, type WalletMail, walletMail } from './wallet-mail.ts'

const EXPIRES_IN_SECONDS = 300

/** @param platformName what the wallet is called when the platform has not named it */
export function codeMail(code: string, settings: WalletSettings | null, platformName: string): WalletMail {
  const app = appNameOf(settings, platformName)
  const validity = inWords(settings?.expirationSeconds ?? EXPIRES_IN_SECONDS)
  const closing = `It is valid for ${validity} and works once. Do not tell it to anybody: ${app} never asks for it by phone or in a message. If you did not ask for it, do nothing.`
  const subject = `Your code for ${app}`
  return walletMail({ subject, opening: `${subject}:`, code, closing }, settings, app)
}

const inWords = (seconds: number) => (seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second'))
const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
