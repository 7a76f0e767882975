/** Purpose of each kind of UMA message. */

const WORDS: Readonly<Record<string, string>> = {
  LNURLP_REQUEST: 'Looks up the receiver',
  LNURLP_RESPONSE: 'Accepted currencies and limits',
  PAY_REQUEST: 'Requests the payment',
  PAY_RESPONSE: 'Accepts the payment',
  POST_TRANSACTION_CALLBACK: 'Reports settlement',
  POST_TRANSACTION_RESPONSE: 'Acknowledged',
}

export const messageWord = (kind: string): string => WORDS[kind] ?? kind

/** Fields that sign a message; a message without them is not signed. */
export const isSigned = ({ signature }: Readonly<Record<string, string>>): boolean => signature !== undefined
