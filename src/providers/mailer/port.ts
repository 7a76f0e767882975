/** Mailer port. */
export interface Sender {
  readonly address: string
  readonly name?: string
}

export interface Mail {
  /** Absent: the operator's sender. */
  readonly from?: Sender
  readonly replyTo?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** A whole HTML document; the caller escapes inserted text. */
  readonly html: string
}

export interface Mailer {
  /**
   * Sends a mail. A repetition after an exception may deliver it twice.
   * @throws MailRefused when a retry cannot help; Error when the mail may not have been accepted
   */
  send(mail: Mail): Promise<void>
}

/** The mail itself is at fault: an invalid address, a control character in a header. The message contains no addresses. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
