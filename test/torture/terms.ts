/**
 * Price arithmetic of the sandbox as documented, independent of the service: half a percent of the amount sent, fixed
 * rates.
 */

/** Units of the currency for one US dollar, in hundredths; all of them have two decimals. */
const PER_DOLLAR = { USD: 100n, EUR: 92n, MXN: 1_725n } as const
export type Currency = keyof typeof PER_DOLLAR

export interface Terms {
  /** Amount debited from the source, fee included, in minor units. */
  readonly sent: number
  /** Part of `sent`. */
  readonly fee: number
  /** Amount credited to the destination, in minor units of its currency. */
  readonly received: number
}

const up = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor

/** Rounded in our favour: the received amount down, the sent amount and the fee up. */
export function quoteTerms(from: Currency, to: Currency, side: 'SENDING' | 'RECEIVING', locked: number): Terms {
  const amount = BigInt(locked)
  const [numerator, denominator] = [PER_DOLLAR[to], PER_DOLLAR[from]]
  if (side === 'SENDING') {
    const fee = up(amount * 5n, 1_000n)
    return numbers(amount, fee, ((amount - fee) * numerator) / denominator)
  }
  const principal = up(amount * denominator, numerator)
  const sent = up(principal * 1_000n, 995n)
  return numbers(sent, sent - principal, amount)
}

const numbers = (sent: bigint, fee: bigint, received: bigint): Terms => ({
  sent: Number(sent),
  fee: Number(fee),
  received: Number(received),
})
