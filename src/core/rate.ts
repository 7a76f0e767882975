/** Exact ratios: exchange rates and fee rates as fractions of integers, without intermediate rounding. */

/** A positive fraction. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** `'17.25'` → 1725/100. @throws Error when it is not a plain decimal number */
export function ratioOf(decimal: string): Ratio {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) throw new Error(`"${decimal}" is not a decimal number`)
  const fraction = match[2] ?? ''
  return { numerator: BigInt(`${match[1]}${fraction}`), denominator: 10n ** BigInt(fraction.length) }
}

/** a ÷ b. */
export const over = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.denominator,
  denominator: a.denominator * b.numerator,
})
/** a × b. */
export const times = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
})

/** amount × ratio, rounded down. */
export const scaleDown = (amount: bigint, { numerator, denominator }: Ratio): bigint =>
  (amount * numerator) / denominator

/** amount × ratio, rounded up. Amounts are not negative. */
export const scaleUp = (amount: bigint, { numerator, denominator }: Ratio): bigint =>
  (amount * numerator + denominator - 1n) / denominator

/** The nearest decimal. @param digits significant digits at most; a JSON number is exact with 15 (decision 11) */
export function toDecimal({ numerator, denominator }: Ratio, digits = 15): string {
  let exponent = 0
  let scaled = numerator
  let unit = denominator
  for (; scaled >= unit * 10n; exponent++) unit *= 10n
  for (; scaled < unit; exponent--) scaled *= 10n
  const shifted = (scaled * 10n ** BigInt(digits - 1) * 2n + unit) / (unit * 2n)
  const text = shifted.toString()
  const carry = text.length - digits
  return plain(text.slice(0, digits), exponent + carry - digits + 1)
}

/** digits × 10^exponent without scientific notation and without trailing zeros after the point. */
function plain(digits: string, exponent: number): string {
  if (exponent >= 0) return digits + '0'.repeat(exponent)
  const padded = digits.padStart(1 - exponent, '0')
  const point = padded.length + exponent
  return `${padded.slice(0, point)}.${padded.slice(point)}`.replace(/\.?0+$/, '')
}
