/** Owns the mail with a one-time code, in the words and with the face of the platform. */
import type { WalletSettings } from '../platform/settings.ts'

export interface CodeMail {
  readonly from?: { readonly address: string; readonly name: string }
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const SENDER_NAME = 'Notifications'
const EXPIRES_IN_SECONDS = 300

/** @param platformName what the wallet is called when the platform has not named it */
export function codeMail(code: string, settings: WalletSettings | null, platformName: string): CodeMail {
  const { appName, logoUrl, sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress } = settings ?? {}
  const app = oneLine(appName ?? platformName)
  const validity = inWords(settings?.expirationSeconds ?? EXPIRES_IN_SECONDS)
  const warning = `It is valid for ${validity} and works once. Do not tell it to anybody: ${app} never asks for it by phone or in a message. If you did not ask for it, do nothing.`
  return {
    ...(sendFromEmailAddress !== undefined && {
      from: { address: sendFromEmailAddress, name: oneLine(sendFromEmailSenderName ?? SENDER_NAME) },
    }),
    ...(replyToEmailAddress !== undefined && { replyTo: replyToEmailAddress }),
    subject: `Your code for ${app}`,
    text: `Your code for ${app}: ${code}\n\n${warning}\n`,
    html: page(app, logoUrl, code, warning),
  }
}

/** Without anything that is loaded but the logo: no styles, no tracking. */
const page = (app: string, logoUrl: string | undefined, code: string, warning: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(app)}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;color:#111;background:#fff">
${logo(app, logoUrl)}<p style="margin:0 0 8px">Your code for ${escaped(app)}:</p>
<p style="margin:0 0 24px;font-size:32px;letter-spacing:4px;font-family:monospace"><strong>${escaped(code)}</strong></p>
<p style="margin:0;color:#555;font-size:14px">${escaped(warning)}</p>
</body>
</html>
`

/** Over https only: mail programs load it, and the network on the way should not choose what the reader sees. */
function logo(app: string, logoUrl: string | undefined): string {
  if (logoUrl === undefined || !URL.canParse(logoUrl) || new URL(logoUrl).protocol !== 'https:') return ''
  const { href } = new URL(logoUrl)
  return `<p style="margin:0 0 24px"><img src="${escaped(href)}" alt="${escaped(app)}" width="340" style="max-width:100%;max-height:124px"></p>\n`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
/** Names stand in headers, where a line break would begin another one. */
const oneLine = (text: string) => text.replace(/\p{C}+/gu, ' ').trim()

const inWords = (seconds: number) => (seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second'))
const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
