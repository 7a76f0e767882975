/** Owns mail that goes out over SMTP. */
import { createTransport } from 'nodemailer'
import { type Mail, type Mailer, MailRefused, type Sender } from './port.ts'

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password; parameters are those of nodemailer. */
  readonly url: string
  /** Of mails that name no sender. */
  readonly from: Sender
  /** Domains in whose names others may send; absent: in any. A sender at another one keeps the name alone. */
  readonly domains?: readonly string[] | undefined
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** @returns the mailer, and how to let go of its connections */
export function smtpMailer({ url, from, domains }: SmtpOptions): Mailer & { close(): void } {
  const transport = createTransport({
    pool: true,
    ...TIMEOUTS,
    requireTLS: !isThisMachine(new URL(url).hostname), // passwords and codes go this way; the address can say otherwise
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
          if (isFinal(error.responseCode)) throw new MailRefused('The mail server will not take this mail')
          throw new Error(`The mail did not leave: ${error.message.replace(ANY_ADDRESS, '…')}`)
        })
    },
    close: () => transport.close(),
  }
}

/** What a platform set before its domain was taken off the list must not go out in that domain's name. */
function allowedSender(given: Sender | undefined, otherwise: Sender, domains: readonly string[] | undefined): Sender {
  if (given === undefined) return otherwise
  const domain = given.address.slice(given.address.lastIndexOf('@') + 1).toLowerCase()
  return domains === undefined || domains.includes(domain) ? given : { ...given, address: otherwise.address }
}

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)
/** The server said that it is of no use to come again (RFC 5321 §4.2.1). */
const isFinal = (code: number | undefined) => code !== undefined && code >= 550 && code <= 559

/** One address and nothing else: no list, no name, no second header. */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u
const ADDRESS_MAX = 254
/** Servers repeat in their answers whom they will not serve; what is thrown is logged. */
const ANY_ADDRESS = /[^\s<>"']+@[^\s<>"']+/g
const CONTROL = /\p{Cc}/u

function refuseInjection({ to, replyTo, subject }: Mail, { address, name = '' }: Sender): void {
  const addresses = [to, address, ...(replyTo === undefined ? [] : [replyTo])]
  if (!addresses.every((one) => ADDRESS.test(one) && one.length <= ADDRESS_MAX))
    throw new MailRefused('The mail has an address that is none')
  if (CONTROL.test(subject) || CONTROL.test(name)) throw new MailRefused('The mail has a control character in a header')
}
