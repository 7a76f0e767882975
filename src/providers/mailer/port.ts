/** Owns what the service asks of those who carry mail. */

export interface Sender {
  readonly address: string
  readonly name?: string
}

export interface Mail {
  /** Absent: the sender that the operator configured. */
  readonly from?: Sender
  readonly replyTo?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** A whole document; whoever makes it escapes what others wrote. */
  readonly html: string
}

export interface Mailer {
  /**
   * Hands a mail over. It may arrive twice when it is sent again after an exception.
   * @throws MailRefused when no further try can help; Error when the mail was perhaps not taken
   */
  send(mail: Mail): Promise<void>
}

/** The mail itself is at fault: an address that is none, a control character in a header. The message has no addresses. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
