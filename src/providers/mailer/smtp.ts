/** SMTP mailer. */
import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRefused, type Sender } from './port.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password; parameters are those of nodemailer. */
  readonly url: string
  /** Sender of mails that name none. */
  readonly from: Sender
  /** Domains that platforms may use as senders; absent: any. With another domain only the sender's name is used. */
  readonly domains?: readonly string[] | undefined
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** @returns the mailer, and a function that closes its connections */
export function smtpMailer({ url, from, domains }: SmtpOptions): Mailer & { close(): void } {
  const transport = createTransport({
    pool: true,
    ...TIMEOUTS,
    requireTLS: !isThisMachine(new URL(url).hostname), // passwords and codes travel here; the URL can override it
    disableFileAccess: true,
    disableUrlAccess: true,
    url,
  })
  return {
    async send(mail) {
      const sender = allowedSender(mail.from, from, domains)
      refuseInjection(mail, sender)
      const { to, replyTo, subject, text, html } = mail
      await transport
        .sendMail({
          from: { address: sender.address, name: sender.name ?? '' },
          to: { address: to, name: '' },
          ...(replyTo && { replyTo: { address: replyTo, name: '' } }),
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch((error: Error & { responseCode?: number }) => {
          if (isFinal(error.responseCode)) throw new MailRefused('The mail server refuses this mail')
          throw new Error(`The mail was not sent: ${error.message.replace(ANY_ADDRESS, '…')}`)
        })
    },
    close: () => transport.close(),
  }
}

/** A sender configured before its domain was removed from the list must not be used. */
function allowedSender(given: Sender | undefined, otherwise: Sender, domains: readonly string[] | undefined): Sender {
  if (given === undefined) return otherwise
  const domain = given.address.slice(given.address.lastIndexOf('@') + 1).toLowerCase()
  return domains === undefined || domains.includes(domain) ? given : { ...given, address: otherwise.address }
}

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)
/** Permanent failure (RFC 5321 §4.2.1). */
const isFinal = (code: number | undefined) => code !== undefined && code >= 550 && code <= 559

/** Exactly one address: no list, no display name, no second header. */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
const ADDRESS_MAX = 254
/** Servers repeat refused addresses in their replies, and thrown messages are logged. */
const ANY_ADDRESS = /[^\s<>"']+@[^\s<>"']+/g
const CONTROL = /\p{Cc}/u

function refuseInjection({ to, replyTo, subject }: Mail, { address, name = '' }: Sender): void {
  const addresses = [to, address, ...(replyTo === undefined ? [] : [replyTo])]
  if (!addresses.every((one) => ADDRESS.test(one) && one.length <= ADDRESS_MAX))
    throw new MailRefused('The mail has an invalid address')
  if (CONTROL.test(subject) || CONTROL.test(name)) throw new MailRefused('The mail has a control character in a header')
}
