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

const SALT = 32
const digest = (salt: string, said: readonly (string | number)[]) =>
  createHash('sha256')
    .update(JSON.stringify([salt, ...said]))
    .digest('hex')

/**
 * A fresh nonce that stands for what is said with it. UMA signs of a request hardly more than its nonce, so anybody who
 * received one could send it on to a third institution with other contents; a nonce of this form puts them under the signature.
 * A pay request may come without: it moves no money. The callback, which is the payment, may not.
 */
export function boundNonce(...said: readonly (string | number)[]): string {
  const salt = randomBytes(SALT / 2).toString('hex')
  return salt + digest(salt, said)
}

/** What of a pay request is put under its signature. */
export const saidIn = (request: {
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

/** Whether a nonce is of this form. Other implementations make shorter ones, which stand for nothing. */
export const looksBound = (nonce: string): boolean => /^[0-9a-f]{96}$/.test(nonce)

export const isBound = (nonce: string, ...said: readonly (string | number)[]): boolean =>
  nonce.slice(SALT) === digest(nonce.slice(0, SALT), said)
