/**
 * Purchase model test: after any sequence of events the summaries of purchases reconcile with an independent ledger.
 */
import { describe, expect, it } from 'vitest'
import { simulateCards } from '../../../../test/simulation/card-walk.ts'

const EVENTS = Number(process.env.CARD_EVENTS ?? 40_000)
const SEED = Number(process.env.CARD_SEED ?? 1)

describe('card money', () => {
  it(`is where the model expects it after each of ${EVENTS.toLocaleString('en')} events`, {
    timeout: 24 * 3_600_000,
  }, () => {
    const outcomes = simulateCards(SEED, EVENTS)
    // A walk that never reaches a step proves nothing about it.
    const wanted = [
      'tap → AUTHORIZED',
      'tap → EXCEPTION',
      'clear → PARTIALLY_SETTLED',
      'clear → SETTLED',
      'clear → EXCEPTION',
      'clear: INVALID_INPUT → SETTLED',
      'return → PARTIALLY_SETTLED',
      'return → SETTLED',
      'return → REFUNDED',
      'return → EXCEPTION',
      'unreturn → SETTLED',
      'unreturn → EXCEPTION',
      'advise → AUTHORIZED',
      'advise → PARTIALLY_SETTLED',
      'advise → SETTLED',
      'advise: INSUFFICIENT_BALANCE → AUTHORIZED',
      'fail → EXCEPTION',
      'fail → SETTLED',
      'retry → SETTLED',
      'retry → PARTIALLY_SETTLED',
      'retry: INSUFFICIENT_BALANCE → EXCEPTION',
      'retry: ACCOUNT_NOT_ACTIVE → EXCEPTION',
      'card FROZEN',
      'card CLOSED',
    ]
    expect(wanted.filter((outcome) => !outcomes.has(outcome))).toEqual([])
  })
})
