/** Arguments of the command line: parsers that name what is expected. */
import { InvalidArgumentError } from 'commander'
import { PERMISSIONS, type Permission } from '../contract/operation.ts'
import { UMA_DOMAIN_PATTERN } from '../contract/platform/config.ts'
import { PASSKEY_RIGHTS, type PasskeyRight } from '../src/operator/platforms.ts'

export const several = (text: string): string[] => text.split(',').map((part) => part.trim().toUpperCase())
export const words = (text: string): string[] => text.split(',').map((part) => part.trim())
const listOfWords =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word[] =>
    several(text).map((given) => {
      const known = words.find((word) => word === given)
      if (!known) throw new InvalidArgumentError(`Each must be one of ${words.join(', ')}.`)
      return known
    })
export const permissions: (text: string) => Permission[] = listOfWords(PERMISSIONS)
export const passkeyRights: (text: string) => PasskeyRight[] = listOfWords(PASSKEY_RIGHTS)
export const hours = (text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of hours.')
  return Number(text)
}
export const minorUnits = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of minor units.')
  return Number(text)
}
export const wholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}
export const auditHead = (text: string): string => {
  if (!/^\d{1,15}:[0-9a-f]{64}$/.test(text))
    throw new InvalidArgumentError('Expected <number>:<hash>, as audit verify prints it.')
  return text
}
export const domain = (text: string): string => {
  const lower = text.toLowerCase()
  if (!new RegExp(UMA_DOMAIN_PATTERN).test(lower)) throw new InvalidArgumentError('Expected a domain name.')
  return lower
}
/** Whole seconds up to a maximum. */
export const seconds =
  (max: number) =>
  (text: string): number => {
    if (!/^\d{1,9}$/.test(text) || Number(text) > max)
      throw new InvalidArgumentError(`Expected a whole number of seconds, at most ${max}.`)
    return Number(text)
  }

const SECONDS_IN = { s: 1, m: 60, h: 3600, d: 86_400 } as const
/** `90s`, `5m`, `36h`, `2d` → seconds. */
export const duration = (text: string): number => {
  const [, amount, unit] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? []
  if (!amount) throw new InvalidArgumentError('Expected a duration such as 90s, 5m, 36h or 2d.')
  return Number(amount) * SECONDS_IN[unit as keyof typeof SECONDS_IN]
}
export const time = (text: string): string => {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('Expected a time such as 2030-01-31T12:00:00Z.')
  return new Date(text).toISOString()
}

/** JSON, or the JSON in `@file`; `@-` is standard input. */
export const jsonBody =
  (readFile: (file: string | number, encoding: 'utf8') => string) =>
  (text: string): unknown => {
    try {
      return JSON.parse(text.startsWith('@') ? readFile(text === '@-' ? 0 : text.slice(1), 'utf8') : text)
    } catch (error) {
      throw new InvalidArgumentError(`Expected JSON, or @ and a file with JSON. ${(error as Error).message}`)
    }
  }

/** A URL that a request can be sent to. */
export const httpUrl = (text: string): string => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('Expected a URL such as http://localhost:3000/webhooks.')
  return text
}

/** One of these words, in any case. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const known = words.find((word) => word.toLowerCase() === text.toLowerCase())
    if (!known) throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`)
    return known
  }

/** A time, or how long ago it was: `2030-01-31T12:00:00Z`, `15m`. @param now of the clock that the time is compared with */
export const timeOrAgo = (text: string): ((now: number) => string) => {
  if (!/^[1-9]\d{0,8}[smhd]$/.test(text)) {
    const at = time(text)
    return () => at
  }
  const seconds = duration(text)
  return (now) => new Date(now - seconds * 1000).toISOString()
}
