/** Money simulation tests: the invariants hold for any order of operations, and a seed repeats a run exactly. */
import { describe, expect, it } from 'vitest'
import { simulate } from './walk.ts'

const OPERATIONS = Number(process.env.SIMULATED_OPERATIONS ?? 200_000)
const SEED = Number(process.env.SIMULATED_SEED ?? 1)

describe('the simulated service', () => {
  it(`keeps its invariants over ${OPERATIONS.toLocaleString('en')} operations, three in ten of which are invalid`, {
    timeout: 24 * 3_600_000,
  }, () => {
    const { refused, outcomes } = simulate(SEED, OPERATIONS)
    expect(refused).toBeGreaterThan(OPERATIONS / 10)
    // A walk that never reaches a step does not test it.
    const wanted = [
      'fund',
      'quote',
      'execute',
      'execute with a key',
      'execute again with its key',
      'expire',
      'receive',
      'job expireQuotes',
      'job sendPayout',
      'job askPayout',
    ]
    const refusals = [
      'execute: QUOTE_ALREADY_EXECUTED',
      'execute: QUOTE_EXPIRED',
      'execute: INSUFFICIENT_BALANCE',
      'execute with a key: IDEMPOTENCY_KEY_REUSED',
    ]
    const reports = ['DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'IN_TRANSIT'].map((state) => `report ${state}`)
    expect([...wanted, ...refusals, ...reports].filter((outcome) => !outcomes.has(outcome))).toEqual([])
  })

  it('repeats a run exactly with the same seed, and differs with another', () => {
    const [first, again, other] = [7, 7, 8].map((seed) => simulate(seed, 5_000))
    expect(again).toEqual(first)
    expect(other?.digest).not.toBe(first?.digest)
  })
})
