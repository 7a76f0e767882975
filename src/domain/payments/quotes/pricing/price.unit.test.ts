/** Quote arithmetic over all amounts and currencies: exact, and never in the customer's favour. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, type KnownCurrency } from '../../../../../contract/currencies.ts'
import { minorUnits } from '../../../../core/currency.ts'
import { type Ratio, ratioOf, times } from '../../../../core/rate.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { usdPrices } from '../../../../providers/rates/usd-prices.ts'
import { type Price, type PriceRequest, price } from './price.ts'

const AMOUNT_MAX = 9_000_000_000_000_000n
const between = usdPrices(CURRENCIES)

const currency = fc.constantFrom(...(Object.keys(CURRENCIES) as KnownCurrency[]))
/** As many small amounts as large ones: small ones show rounding, large ones limits. */
const amount = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, AMOUNT_MAX))
const feeRate = fc.constantFrom('0', '0.005', '0.000001', '0.05', '0.333333', '0.999999')
/** No platform fee as often as one. */
const platformFee = fc.option(
  fc.record({
    fixed: fc.oneof(fc.constantFrom(0n, 1n), fc.bigInt(0n, 5_000n)),
    bps: fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000), fc.integer({ min: 0, max: 10_000 })),
  }),
  { nil: undefined },
)
const side = fc.constantFrom('SENDING', 'RECEIVING')
const request = fc
  .record({
    sendingCurrency: currency,
    receivingCurrency: currency,
    feeRate,
    lockedSide: side,
    lockedAmount: amount,
    platformFee,
  })
  .map((asked) => ({ ...asked, rate: between(asked.sendingCurrency, asked.receivingCurrency) }) as PriceRequest)

/** The price, or undefined when it is refused for being too small or too large. */
function priceOrNot(asked: PriceRequest): Price | undefined {
  try {
    return price(asked)
  } catch (reason) {
    if (reason instanceof Refusal && ['INVALID_AMOUNT', 'AMOUNT_OUT_OF_RANGE'].includes(reason.code)) return undefined
    throw reason
  }
}
/** Minor units of the receiving currency for one of the sending one, exactly. */
const perMinor = ({ rate, sendingCurrency, receivingCurrency }: PriceRequest): Ratio =>
  times(rate, { numerator: minorUnits(receivingCurrency), denominator: minorUnits(sendingCurrency) })
/** The receiving side cannot be locked when a platform's fee leaves less than 1 % of the amount sent. */
const leavesLittle = ({ feeRate, platformFee: { bps } = { fixed: 0n, bps: 0 } }: PriceRequest) =>
  bps > 0 && Math.round(Number(feeRate) * 1_000_000) + bps * 100 > 990_000
/** Holds for every request that has a price. */
const always = (holds: (asked: PriceRequest, made: Price) => void, requests = request) =>
  fc.assert(
    fc.property(requests, (asked) => {
      const made = priceOrNot(asked)
      fc.pre(made !== undefined)
      holds(asked, made)
    }),
    { numRuns: 500 },
  )
const locked = (lockedSide: PriceRequest['lockedSide']) => request.map((asked) => ({ ...asked, lockedSide }))

describe('a price', () => {
  it.each([
    [
      'USD',
      'MXN',
      50_000n,
      { total: 50_000n, fees: 250n, platformFees: 0n, received: 858_187n, exchangeRate: '0.0579710144927536' },
    ],
    [
      'USD',
      'EUR',
      100_000n,
      { total: 100_000n, fees: 500n, platformFees: 0n, received: 91_540n, exchangeRate: '1.08695652173913' },
    ],
    [
      'USD',
      'BTC',
      100_000n,
      { total: 100_000n, fees: 500n, platformFees: 0n, received: 828_835n, exchangeRate: '120048.01920768' },
    ],
    [
      'USDC',
      'USD',
      1_000_000n,
      { total: 1_000_000n, fees: 5_000n, platformFees: 0n, received: 99n, exchangeRate: '1' },
    ],
    ['UGX', 'VND', 1_000n, { total: 1_000n, fees: 5n, platformFees: 0n, received: 6_546n, exchangeRate: '0.152' }],
  ] as const)(
    'of %s to %s follows decisions 12 to 14',
    (sendingCurrency, receivingCurrency, lockedAmount, expected) => {
      const rate = between(sendingCurrency, receivingCurrency)
      expect(
        price({ sendingCurrency, receivingCurrency, rate, feeRate: '0.005', lockedSide: 'SENDING', lockedAmount }),
      ).toEqual(expected)
    },
  )

  it('keeps the locked side to the unit', () => {
    always(({ lockedSide, lockedAmount }, { total, received }) =>
      expect(lockedSide === 'SENDING' ? total : received).toBe(lockedAmount),
    )
  })

  it('never credits the receiver with more than the sender paid for', () => {
    always((asked, { total, fees, received }) => {
      const { numerator, denominator } = perMinor(asked)
      expect(received * denominator).toBeLessThanOrEqual((total - fees) * numerator)
    })
  })

  it('gains less than one minor unit by rounding, on the side that is not locked', () => {
    always((asked, { total, fees, received }) => {
      const { numerator, denominator } = perMinor(asked)
      const principal = total - fees
      if (asked.lockedSide === 'SENDING') expect((received + 1n) * denominator).toBeGreaterThan(principal * numerator)
      else expect(received * denominator).toBeGreaterThan((principal - 1n) * numerator)
    })
  })

  it("takes the service's and the platform's share of the total less the fixed fee, each less than one minor unit more", () => {
    always(({ feeRate, platformFee = { fixed: 0n, bps: 0 } }, { total, fees, platformFees }) => {
      const base = total - platformFee.fixed
      const takes = (taken: bigint, { numerator, denominator }: Ratio) => {
        expect(taken * denominator).toBeGreaterThanOrEqual(base * numerator)
        expect((taken - 1n) * denominator).toBeLessThan(base * numerator)
      }
      takes(fees - platformFees, ratioOf(feeRate))
      takes(platformFees - platformFee.fixed, { numerator: BigInt(platformFee.bps), denominator: 10_000n })
    })
  })

  it('charges nothing for a platform without a fee', () => {
    always(({ platformFee }, { platformFees }) => {
      if (!platformFee || (platformFee.fixed === 0n && platformFee.bps === 0)) expect(platformFees).toBe(0n)
    })
  })

  it.each([
    ['SENDING', 1_000n, { total: 1_000n, fees: 160n, platformFees: 155n }],
    ['RECEIVING', 840n, { total: 1_000n, fees: 160n, platformFees: 155n }],
  ] as const)(
    'rounds each part of the fees up on its own, with the %s side locked',
    (lockedSide, lockedAmount, parts) => {
      // Of 950: 0.5 % are 4.75 for the service, 11.05 % are 104.975 for the platform, in addition to its fixed 50.
      const asked = { sendingCurrency: 'USD', receivingCurrency: 'USDC', rate: between('USD', 'USDC') } as const
      const made = price({
        ...asked,
        feeRate: '0.005',
        lockedSide,
        lockedAmount: lockedSide === 'SENDING' ? lockedAmount : lockedAmount * 10_000n,
        platformFee: { fixed: 50n, bps: 1_105 },
      })
      expect(made).toMatchObject(parts)
    },
  )

  it('satisfies its formula with the rate on the wire: (total − fees) ÷ exchangeRate = received', () => {
    always((asked, { total, fees, received, exchangeRate }) => {
      const principal = Number(total - fees) / Number(minorUnits(asked.sendingCurrency))
      const arrives = (principal / Number(exchangeRate)) * Number(minorUnits(asked.receivingCurrency))
      const { numerator, denominator } = perMinor(asked)
      // One unit of rounding on either side, and the inexactness of a double.
      const tolerance = 1 + Math.max(1, Number(numerator) / Number(denominator)) + arrives * 1e-14
      expect(Math.abs(arrives - Number(received))).toBeLessThanOrEqual(tolerance)
    })
  })

  it('is the same from either side: the amount received for a locked total costs no more than that total', () => {
    always((asked, { total, received }) => {
      fc.pre(!leavesLittle(asked))
      const back = price({ ...asked, lockedSide: 'RECEIVING', lockedAmount: received })
      expect(back.total).toBeLessThanOrEqual(total)
      const again = price({ ...asked, lockedAmount: back.total })
      expect(again.received).toBeGreaterThanOrEqual(received)
      expect(again.fees).toBe(back.fees)
    }, locked('SENDING'))
  })

  it('grows with the amount; where two fees are rounded up at the same unit, all but that unit', () => {
    always((asked, { total, fees, received }) => {
      const more = priceOrNot({ ...asked, lockedAmount: asked.lockedAmount + 1n })
      if (!more) return
      expect(more.total).toBeGreaterThanOrEqual(total)
      if (!asked.platformFee) expect(more.received).toBeGreaterThanOrEqual(received)
      else expect(more.total - more.fees).toBeGreaterThanOrEqual(total - fees - 1n)
    })
  })

  it('stays within what a JSON number holds exactly', () => {
    always((_asked, { total, fees, received }) => {
      expect(total <= AMOUNT_MAX && received <= AMOUNT_MAX).toBe(true)
      expect(fees >= 0n && fees < total && received > 0n).toBe(true)
    })
  })

  it.each([
    ['the other side would be zero', 'INVALID_AMOUNT', { lockedAmount: 1n }],
    ['the fixed fee is the whole amount', 'INVALID_AMOUNT', { platformFee: { fixed: 50_000n, bps: 0 } }],
    ['the platform charges the whole amount', 'INVALID_AMOUNT', { platformFee: { fixed: 0n, bps: 10_000 } }],
    [
      'the platform leaves almost nothing to be received',
      'INVALID_AMOUNT',
      { platformFee: { fixed: 0n, bps: 9_900 }, lockedSide: 'RECEIVING' },
    ],
    [
      'the fee consumes the amount',
      'INVALID_AMOUNT',
      { lockedAmount: 1n, receivingCurrency: 'USD', feeRate: '0.999999' },
    ],
    ['the receiving amount would exceed 9e15', 'AMOUNT_OUT_OF_RANGE', { lockedAmount: AMOUNT_MAX }],
    [
      'the sending amount would exceed 9e15',
      'AMOUNT_OUT_OF_RANGE',
      { lockedAmount: AMOUNT_MAX, lockedSide: 'RECEIVING', receivingCurrency: 'EUR' },
    ],
  ])('is refused when %s', (_when, code, more) => {
    const { sendingCurrency, receivingCurrency, ...asked } = {
      sendingCurrency: 'USD' as KnownCurrency,
      receivingCurrency: 'MXN' as KnownCurrency,
      feeRate: '0.005',
      lockedSide: 'SENDING',
      lockedAmount: 50_000n,
      ...more,
    } as PriceRequest
    const full = { ...asked, sendingCurrency, receivingCurrency, rate: between(sendingCurrency, receivingCurrency) }
    expect(() => price(full)).toThrow(expect.objectContaining({ code }))
  })
})

describe('converting money through any currencies', () => {
  /** Where each step goes, and with which fee. */
  const steps = fc.array(fc.record({ to: currency, feeRate, lockedSide: side }), { minLength: 1, maxLength: 6 })

  it('never ends with more than it started with, whichever side is locked, even without fees', () => {
    fc.assert(
      fc.property(currency, fc.bigInt(1n, 10n ** 12n), steps, (home, start, journey) => {
        let at = home
        let held = start
        for (const { to, feeRate, lockedSide } of [
          ...journey,
          { to: home, feeRate: '0', lockedSide: 'SENDING' as const },
        ]) {
          const asked = { sendingCurrency: at, receivingCurrency: to, rate: between(at, to), feeRate }
          const sent = priceOrNot({ ...asked, lockedSide: 'SENDING', lockedAmount: held })
          fc.pre(sent !== undefined)
          if (lockedSide === 'RECEIVING') {
            // Requests exactly that amount instead, and keeps the remainder.
            const asking = price({ ...asked, lockedSide, lockedAmount: sent.received })
            expect(asking.total).toBeLessThanOrEqual(held)
          }
          held = sent.received
          at = to
        }
        expect(held).toBeLessThanOrEqual(start)
      }),
      { numRuns: 500 },
    )
  })

  it('gains nothing from many small payments instead of a large one', () => {
    fc.assert(
      fc.property(
        currency,
        currency,
        fc.array(fc.bigInt(1n, 10_000n), { minLength: 2, maxLength: 20 }),
        feeRate,
        (from, to, parts, feeRate) => {
          const asked = {
            sendingCurrency: from,
            receivingCurrency: to,
            rate: between(from, to),
            feeRate,
            lockedSide: 'SENDING' as const,
          }
          const whole = priceOrNot({ ...asked, lockedAmount: parts.reduce((sum, part) => sum + part, 0n) })
          const pieces = parts.reduce(
            (sum, lockedAmount) => sum + (priceOrNot({ ...asked, lockedAmount })?.received ?? 0n),
            0n,
          )
          expect(pieces).toBeLessThanOrEqual(whole?.received ?? 0n)
        },
      ),
      { numRuns: 300 },
    )
  })
})
