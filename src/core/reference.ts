/** Payment reference: the id of a payment, or of an account that is paid into, in characters that can be read aloud. */

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PREFIX = 'CW'

/** 28 characters that represent a UUID. */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`)
  let text = ''
  for (let i = 0; i < 26; i++, rest >>= 5n) text = (ALPHABET[Number(rest & 31n)] as string) + text
  return PREFIX + text
}

/** The payment's UUID; undefined when the text is not a reference of this service. */
export function transactionIdOf(reference: string): string | undefined {
  const text = reference.trim().toUpperCase()
  if (!/^CW[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)) return undefined
  let value = 0n
  for (const char of text.slice(PREFIX.length)) value = (value << 5n) | BigInt(ALPHABET.indexOf(char))
  const hex = value.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The UUID of the one reference in a text, such as the remittance information of a bank payment; undefined: none, or several. */
export function idInText(text: string): string | undefined {
  const found =
    text
      .toUpperCase()
      .replace(/\s/g, '')
      .match(/CW[0-7][0-9A-HJKMNP-TV-Z]{25}/g) ?? []
  const [reference, ...others] = new Set(found)
  return reference !== undefined && others.length === 0 ? transactionIdOf(reference) : undefined
}
