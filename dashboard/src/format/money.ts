/** Amounts as text: minor units to digits and back, without floating point. */

/** `1234567, 2` → `12,345.67`. Sums may be strings or bigint. */
export function formatMinor(minor: number | bigint | string, decimals: number): string {
  const value = BigInt(minor)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${value < 0n ? '−' : ''}${whole}${fraction}`
}

/** `1,234.5`, 2 → 123450. Undefined: not an amount of this currency, or beyond the API's range. */
export function parseMajor(text: string, decimals: number): number | undefined {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text.replaceAll(/[,\s]/g, ''))
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > decimals) return undefined
  const minor = BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`)
  return minor <= AMOUNT_MAX ? Number(minor) : undefined
}

const AMOUNT_MAX = 9_000_000_000_000_000n

/** A rate with six significant digits, for reading. */
export const formatRate = (rate: number): string =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: 6 }).format(rate)
