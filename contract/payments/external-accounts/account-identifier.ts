/** Primary identifier of an external account: it identifies the account, and its suffix chooses the outcome in the sandbox. */

/** In order of precedence: the first that an account has identifies it. */
const IDENTIFIERS = [
  'accountNumber',
  'iban',
  'clabeNumber',
  'pixKey',
  'vpa',
  'phoneNumber',
  'address',
  'lightningAddress',
  'invoice',
  'bolt12',
] as const

/** Which of these fields identifies an account that has them; undefined when none can. */
export const identifierAmong = (names: readonly string[]): string | undefined =>
  IDENTIFIERS.find((name) => names.includes(name))

/**
 * The account number, IBAN, CLABE, address or other identifier of the account. Every account type has one.
 * @throws Error for an account that has none, which its schema rejects
 */
export function primaryIdentifier(account: object): string {
  for (const name of IDENTIFIERS) {
    const value = (account as Record<string, unknown>)[name]
    if (typeof value === 'string') return value
  }
  throw new Error('An external account must have an identifier')
}

/** The last three characters; of `user@domain` those before the `@`. */
export const sandboxSuffix = (identifier: string): string => identifier.replace(/@[^@]*$/, '').slice(-3)
