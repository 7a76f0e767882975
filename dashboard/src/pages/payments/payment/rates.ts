/** Locked exchange rate in words, both ways. */
import type { Quote } from '../../../../../contract/payments/quotes.ts'
import { formatRate } from '../../../format/money.ts'

/** `exchangeRate` is the price of one unit of the receiving currency. Empty within one currency. */
export function ratesOf({ exchangeRate, sendingCurrency, receivingCurrency }: Quote): string[] {
  if (sendingCurrency.code === receivingCurrency.code) return []
  return [
    `1 ${sendingCurrency.code} = ${formatRate(1 / exchangeRate)} ${receivingCurrency.code}`,
    `1 ${receivingCurrency.code} = ${formatRate(exchangeRate)} ${sendingCurrency.code}`,
  ]
}
