/** Wallet mail layout: the app name, logo and sender that the platform has set, with all inserted text escaped. */
import { escapeHtml } from '../../../core/html.ts'
import type { Mail } from '../../../providers/mailer/port.ts'
import type { WalletSettings } from '../../platform/platform.ts'

export interface WalletMail {
  readonly from?: { readonly address: string; readonly name: string }
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Content of a mail, as plain text. */
export interface Letter {
  readonly subject: string
  readonly opening: string
  /** Shown large, after the opening. */
  readonly code?: string
  readonly closing: string
}

const SENDER_NAME = 'Notifications'

/** The name of the wallet app. @param platformName used when the platform has set no app name */
export const appName = (settings: WalletSettings | null, platformName: string): string =>
  oneLine(settings?.appName ?? platformName)

export function walletMail(letter: Letter, settings: WalletSettings | null, app: string): WalletMail {
  const { logoUrl, sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress } = settings ?? {}
  const { subject, opening, code, closing } = letter
  return {
    ...(sendFromEmailAddress !== undefined && {
      from: { address: sendFromEmailAddress, name: oneLine(sendFromEmailSenderName ?? SENDER_NAME) },
    }),
    ...(replyToEmailAddress !== undefined && { replyTo: replyToEmailAddress }),
    subject,
    text: `${opening}${code === undefined ? '' : ` ${code}`}\n\n${closing}\n`,
    html: page(app, logoUrl, letter),
  }
}

/** Loads nothing but the logo: no style sheets, no tracking. */
const page = (app: string, logoUrl: string | undefined, { opening, code, closing }: Letter) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(app)}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;color:#111;background:#fff">
${logo(app, logoUrl)}<p style="margin:0 0 8px">${escapeHtml(opening)}</p>
${large(code)}<p style="margin:0;color:#555;font-size:14px">${escapeHtml(closing)}</p>
</body>
</html>
`

const large = (code: string | undefined) =>
  code === undefined
    ? ''
    : `<p style="margin:0 0 24px;font-size:32px;letter-spacing:4px;font-family:monospace"><strong>${escapeHtml(code)}</strong></p>\n`

/** Over https only, so that the network cannot replace the image. */
function logo(app: string, logoUrl: string | undefined): string {
  if (logoUrl === undefined || !URL.canParse(logoUrl) || new URL(logoUrl).protocol !== 'https:') return ''
  const { href } = new URL(logoUrl)
  return `<p style="margin:0 0 24px"><img src="${escapeHtml(href)}" alt="${escapeHtml(app)}" width="340" style="max-width:100%;max-height:124px"></p>\n`
}

/** Names are put into headers, where a line break would start another header. */
export const oneLine = (text: string): string => text.replace(/\p{C}+/gu, ' ').trim()

/** Sends a mail on behalf of a platform. @param codes one-time codes in the mail. @throws as `Mailer` */
export type SendMail = (platformId: string, mail: Mail, codes: readonly string[]) => Promise<void>
