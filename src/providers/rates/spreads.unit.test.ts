/** Spread tests: which spread applies to a pair, and that it only ever lowers what the receiver gets. */
import { describe, expect, it } from 'vitest'
import { ratioOf, toDecimal } from '../../core/rate.ts'
import type { RateTable } from './port.ts'
import { offeredRates, spreadIn } from './spreads.ts'

const table: RateTable = {
  between: (from, to) => ratioOf(from === 'USD' && to === 'MXN' ? '20' : '0.5'),
  updatedAt: 7,
  sources: (code) => ({ MXN: ['b.example', 'a.example'], EUR: ['a.example'] })[code] ?? [],
}
const spreads = new Map([
  ['USD/MXN', '0.01'],
  ['USD/*', '0.02'],
  ['*/MXN', '0.03'],
  ['*/*', '0.04'],
])
const offers = offeredRates({ current: () => table }, spreads).current()

describe('an offered rate', () => {
  it.each([
    ['USD', 'MXN', '0.01', '19.8'],
    ['USD', 'EUR', '0.02', '0.49'],
    ['EUR', 'MXN', '0.03', '0.485'],
    ['EUR', 'GBP', '0.04', '0.48'],
  ])('from %s to %s is lowered by the spread %s of the most specific pair', (from, to, spread, rate) => {
    const offer = offers.offer(from, to)
    expect(toDecimal(offer.rate)).toBe(rate)
    expect(offer.origin?.spread).toBe(spread)
  })

  it('has the sources of both currencies and the mid-market rate as its origin', () => {
    const midRate = '2'
    expect(offers.offer('EUR', 'MXN').origin).toEqual({
      sources: ['a.example', 'b.example'],
      midRate,
      spread: '0.03',
      at: 7,
    })
  })

  it('is 1 without origin and spread where nothing is exchanged', () =>
    expect(offers.offer('USD', 'USD')).toEqual({ rate: { numerator: 1n, denominator: 1n }, origin: null }))

  it('is the mid-market rate, exactly, where no spread is configured', () => {
    const { offer } = offeredRates({ current: () => table }, new Map()).current()
    expect(offer('USD', 'MXN')).toMatchObject({ rate: ratioOf('20'), origin: { spread: '0' } })
  })

  it('follows the table of its source', () => {
    let current = table
    const rates = offeredRates({ current: () => current }, spreads)
    rates.current().offer('USD', 'MXN')
    current = { ...table, between: () => ratioOf('10') }
    expect(toDecimal(rates.current().offer('USD', 'MXN').rate)).toBe('9.9')
  })
})

describe('a spread', () => {
  it.each(['USD/MXN:0.004', 'USD/*:0', '*/*:0.499999'])('is read from %s', (text) =>
    expect(spreadIn(text)?.join(':')).toBe(text),
  )
  it.each(['USD/MXN:0.5', 'USD/MXN:1', 'USD/MXN:-0.1', 'USD/MXN', 'usd/MXN:0.1', 'USD:0.1', ''])(
    'is not read from %j',
    (text) => expect(spreadIn(text)).toBeUndefined(),
  )
})
