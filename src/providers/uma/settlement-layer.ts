/**
 * Owns the settlement layer by which installations of this service pay each other. UMA leaves the movement of money to
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
 */
export function boundNonce(...said: readonly (string | number)[]): string {
  const salt = randomBytes(SALT / 2).toString('hex')
  return salt + digest(salt, said)
}

export const isBound = (nonce: string, ...said: readonly (string | number)[]): boolean =>
  nonce.slice(SALT) === digest(nonce.slice(0, SALT), said)
