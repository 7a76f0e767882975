/** Arguments of the command line: parsers that name what is expected. */
import { InvalidArgumentError } from 'commander'
import { PERMISSIONS, type Permission } from '../contract/operation.ts'
import { UMA_DOMAIN_PATTERN } from '../contract/platform/config.ts'
import { PASSKEY_RIGHTS, type PasskeyRight } from '../src/operator/platforms.ts'

export const several = (text: string): string[] => text.split(',').map((part) => part.trim().toUpperCase())
const eachOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word[] =>
    several(text).map((given) => {
      const known = words.find((word) => word === given)
      if (!known) throw new InvalidArgumentError(`Each must be one of ${words.join(', ')}.`)
      return known
    })
export const permissions: (text: string) => Permission[] = eachOf(PERMISSIONS)
export const passkeyRights: (text: string) => PasskeyRight[] = eachOf(PASSKEY_RIGHTS)
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
