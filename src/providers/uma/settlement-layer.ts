/**
 * Settlement layer by which installations of this service pay each other. UMA leaves the movement of money to
 * a layer; this one moves it between books: the sender's institution has debited the sender, and its signed
 * post-transaction callback, with the invoice for a UTXO, is the payment. The institutions settle their balance outside.
 *
 * Amounts are minor units of the payment's currency, which is also the settled asset. Details of the sender travel in
 * the encrypted compliance data alone.
 */
import { createHash, randomBytes } from 'node:crypto'

export const LAYER = 'causeway'

/**
 * UMA's layer that moves money itself: the receiver's institution issues an invoice (BOLT 11), the sender's pays it.
 */
export const LIGHTNING = 'ln'
export const LIGHTNING_ASSET = 'BTC'
/** Whether an invoice is one of Lightning. */
export const isLightningInvoice = (invoice: string): boolean => /^ln(bc|tb|tbs|bcrt)[0-9a-z]{10,2000}$/.test(invoice)
/** Layers between institutions. */
export type SettlementLayer = typeof LAYER | typeof LIGHTNING

const SALT = 32
const digest = (salt: string, contents: readonly (string | number)[]) =>
  createHash('sha256')
    .update(JSON.stringify([salt, ...contents]))
    .digest('hex')

/**
 * A fresh nonce that commits to the contents of its message. UMA signs little more of a request than its nonce, so a
 * recipient could forward it to a third institution with other contents; a nonce of this form puts them under the
 * signature. A pay request may lack it, because it moves no money; the callback, which is the payment, may not.
 */
export function boundNonce(...contents: readonly (string | number)[]): string {
  const salt = randomBytes(SALT / 2).toString('hex')
  return salt + digest(salt, contents)
}

/** Contents of a pay request that are put under its signature. */
export const boundContents = (request: {
  readonly receiver: string
  readonly amount: number
  readonly currency: string
  readonly encrypted: string | null | undefined
  readonly comment: string | null | undefined
}): (string | number)[] => [
  request.receiver,
  request.amount,
  request.currency,
  request.encrypted ?? '',
  ...(request.comment ? [request.comment] : []),
]

/** Whether a nonce is of this form. Other implementations make shorter ones, which commit to nothing. */
export const looksBound = (nonce: string): boolean => /^[0-9a-f]{96}$/.test(nonce)

export const isBound = (nonce: string, ...contents: readonly (string | number)[]): boolean =>
  nonce.slice(SALT) === digest(nonce.slice(0, SALT), contents)
