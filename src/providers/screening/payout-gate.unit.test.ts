/** Payout gate tests: one verdict for each payout, stored before it is submitted, and an operator's decision. */
import { beforeEach, describe, expect, it } from 'vitest'
import { payoutGate } from './payout-gate.ts'
import type { PayoutScreening } from './payout-screenings.ts'
import type { Passage, ScreeningVerdict } from './port.ts'

const PAYEE = { identifier: 'DE1', names: ['Nora North'] }
const HOLD: ScreeningVerdict = { verdict: 'HOLD', reason: 'Own list 7' }

const stored = new Map<string, PayoutScreening>()
let verdict: ScreeningVerdict | Error
const gate = payoutGate(
  {
    async screen() {
      if (verdict instanceof Error) throw verdict
      return verdict
    },
  },
  {
    find: async (key) => stored.get(key),
    async add(key, submission, { verdict }) {
      const screening = stored.get(key) ?? { submission, verdict, decision: null }
      stored.set(key, screening)
      return screening
    },
  },
)
const stateOf = (passage: Passage) => ('report' in passage ? passage.report.state : passage.may)
const pass = async (next: 'SEND' | 'PULL' | 'ASK') => stateOf(await gate.pass('1', next, PAYEE))
const decide = (decision: PayoutScreening['decision']) =>
  stored.set('1', { ...(stored.get('1') as PayoutScreening), decision })

beforeEach(() => {
  stored.clear()
  verdict = { verdict: 'CLEAR' }
})

describe('a payout', () => {
  it('passes when it is cleared, and is never held afterwards: it may have been sent', async () => {
    expect(await pass('SEND')).toBe('SEND')
    verdict = HOLD
    expect(await pass('SEND')).toBe('SEND')
    expect(await pass('ASK')).toBe('ASK')
  })

  it('is not sent while it is held, however often it is asked about, and although the list has changed', async () => {
    verdict = HOLD
    for (const next of ['SEND', 'ASK', 'SEND'] as const) expect(await pass(next)).toBe('IN_TRANSIT')
    verdict = { verdict: 'CLEAR' }
    expect(await pass('SEND')).toBe('IN_TRANSIT')
  })

  it.each(['SEND', 'PULL'] as const)('is submitted by %s when it has been released', async (submission) => {
    verdict = HOLD
    await pass(submission)
    decide('RELEASED')
    expect(await pass('ASK')).toBe(submission)
    expect(await pass(submission)).toBe(submission)
  })

  it('fails with its money back when it has been rejected', async () => {
    verdict = HOLD
    await pass('SEND')
    decide('REJECTED')
    const report = { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }
    for (const next of ['ASK', 'SEND'] as const) expect(await gate.pass('1', next, PAYEE)).toEqual({ report })
  })

  it('waits while nothing can be said', async () => {
    verdict = new Error('The list is missing')
    await expect(pass('SEND')).rejects.toThrow('The list is missing')
    expect(stored.size).toBe(0)
  })

  it('is asked about when it was submitted before there was screening', async () => {
    verdict = HOLD
    expect(await pass('ASK')).toBe('ASK')
  })
})
