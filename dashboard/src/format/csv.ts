/** CSV (RFC 4180): one line of values, and amounts in major units. */
import type { CurrencyAmount } from '../../../contract/elements.ts'
import { formatMinor } from './money.ts'

/** A text that a spreadsheet would run as a formula begins with an apostrophe. */
function quoted(value = ''): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (values: readonly (string | undefined)[]): string => `${values.map(quoted).join(',')}\r\n`

/** `1234.56`, without separators. */
export const csvAmount = (money: CurrencyAmount | undefined): string | undefined =>
  money && formatMinor(money.amount, money.currency.decimals).replaceAll(',', '').replace('−', '-')
