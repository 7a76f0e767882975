/** One-time codes: generated without bias, stored as HMAC, compared in constant time. */
import { type KeyObject, randomInt } from 'node:crypto'
import { hashSecret, isSecret } from './secrets.ts'

const DIGITS = '0123456789'
/** Without 0, O, 1, I and L: people read these from one screen and type them into another. */
const LETTERS_AND_DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export interface CodeForm {
  /** Characters; 6 unless set. */
  readonly otpLength?: number
  /** Letters too. */
  readonly alphanumeric?: boolean
}

export function newOneTimeCode({ otpLength = 6, alphanumeric = false }: CodeForm): string {
  const alphabet = alphanumeric ? LETTERS_AND_DIGITS : DIGITS
  return Array.from({ length: otpLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** @param subject what the code is for (credential, issue of the code): the same code for another one has another hash */
export const hashCode = (key: KeyObject, subject: string, code: string): string =>
  hashSecret(key, JSON.stringify([subject, normal(code)]))

/** Takes the same time whatever differs; case and surrounding blanks don't matter. */
export const isCode = (key: KeyObject, subject: string, code: string, hash: string): boolean =>
  isSecret(key, JSON.stringify([subject, normal(code)]), hash)

const normal = (code: string) => code.trim().toUpperCase()
