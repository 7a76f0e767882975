/** Format of identity tokens: what is read before the signature is verified. */
import { createHash } from 'node:crypto'

/** Larger texts are not identity tokens and would cost time to parse. */
const TOKEN_MAX = 8192

export interface ReadToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  /** SHA-256 of the signed part, hex. Not of the whole token: some signatures have two encodings, which would give two hashes. */
  readonly hash: string
}

/** @returns undefined unless it is an unambiguous JWT of three parts */
export function readToken(token: string): ReadToken | undefined {
  const parts = token.split('.')
  if (token.length > TOKEN_MAX || parts.length !== 3 || !parts.every(isBase64url)) return undefined
  const [header, claims] = parts.slice(0, 2).map(readPart)
  const hash = createHash('sha256').update(`${parts[0]}.${parts[1]}`).digest('hex')
  return header && claims && { header, claims, hash }
}

/** As `readToken`, for a token whose signature is not verified; the signature part may be anything. */
export function readUnsignedToken(token: string): ReadToken | undefined {
  const [header, claims, ...rest] = token.split('.')
  const signature = rest.join('.')
  return signature === '' ? undefined : readToken(`${header}.${claims}.${Buffer.from(signature).toString('base64url')}`)
}

const isBase64url = (part: string) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'))
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    // A duplicate member: another parser may have kept the one that this parser dropped.
    return isObject && membersWritten(text) === membersOf(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Strings followed by a colon, in text that is known to be JSON. */
const membersWritten = (text: string) =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon).length

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, member) => sum + membersOf(member), own)
}

/** The single audience of a token: a string, or a list of one. */
export function audienceOf({ aud }: ReadToken['claims']): string | undefined {
  const [audience, ...others] = Array.isArray(aud) ? aud : [aud]
  return others.length === 0 ? textOf(audience) : undefined
}

export const textOf = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' && claim.length <= 1024 ? claim : undefined
