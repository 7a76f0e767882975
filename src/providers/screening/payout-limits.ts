/** Payout limits: payouts above the limit of their currency are held until two operators have released them. */
import { formatMoney } from '../../core/currency.ts'
import type { Screening, ScreeningVerdict } from './port.ts'

/** Largest payout by currency, in minor units, that needs no release. Currencies without an entry have no limit. */
export type PayoutLimits = ReadonlyMap<string, bigint>

/** @param text `USDC:5000000000` @returns undefined unless it is a currency code and minor units */
export function payoutLimitIn(text: string): readonly [currency: string, limit: bigint] | undefined {
  const [, currency, limit] = /^([A-Z]{3,5}):(\d{1,16})$/.exec(text) ?? []
  return currency === undefined || limit === undefined ? undefined : [currency, BigInt(limit)]
}

/**
 * Screening that also holds payouts above their limit.
 * @param screening asked first; undefined: counterparties are not screened
 * @returns undefined when nothing is ever held
 */
export function limitedScreening(limits: PayoutLimits, screening: Screening | undefined): Screening | undefined {
  if (limits.size === 0) return screening
  return {
    async screen(counterparty) {
      const verdict: ScreeningVerdict = (await screening?.screen(counterparty)) ?? { verdict: 'CLEAR' }
      const { currency, amount } = counterparty.receives ?? {}
      const limit = currency === undefined ? undefined : limits.get(currency)
      if (currency === undefined || amount === undefined || limit === undefined || amount <= limit) return verdict
      const above = `Above the limit of ${formatMoney(limit, currency)}: two operators must release it`
      const reason = verdict.verdict === 'HOLD' ? `${verdict.reason}; ${above}` : above
      return { verdict: 'HOLD', reason, releases: 2 }
    },
  }
}
