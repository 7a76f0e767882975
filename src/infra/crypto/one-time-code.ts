/** One-time codes: generated without bias, stored as HMAC, compared in constant time. */
import { type KeyObject, randomInt } from 'node:crypto'
import { hashSecret, isSecret } from './secrets.ts'

const DIGITS = '0123456789'
/** Without 0, O, 1, I and L: people read these from one screen and type them on another. */
const LETTERS_AND_DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export interface CodeForm {
  /** Number of characters; default 6. */
  readonly otpLength?: number
  /** Whether it also has letters. */
  readonly alphanumeric?: boolean
}

export function newOneTimeCode({ otpLength = 6, alphanumeric = false }: CodeForm): string {
  const alphabet = alphanumeric ? LETTERS_AND_DIGITS : DIGITS
  return Array.from({ length: otpLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** @param subject purpose of the code (credential, issue of the code): the same code has another hash for another subject */
export const hashCode = (key: KeyObject, subject: string, code: string): string =>
  hashSecret(key, JSON.stringify([subject, normal(code)]))

/** Constant time; ignores case and surrounding spaces. */
export const isCode = (key: KeyObject, subject: string, code: string, hash: string): boolean =>
  isSecret(key, JSON.stringify([subject, normal(code)]), hash)

const normal = (code: string) => code.trim().toUpperCase()
