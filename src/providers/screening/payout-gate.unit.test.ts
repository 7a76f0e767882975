/** Payout gate tests: one verdict for each payout, stored before it is submitted, and an operator's decision. */
import { beforeEach, describe, expect, it } from 'vitest'
import { payoutGate } from './payout-gate.ts'
import type { PayoutScreening } from './payout-screenings.ts'
import type { Passage, ScreeningVerdict } from './port.ts'

const PAYEE = { identifier: 'DE1', names: ['Nora North'] }
const HOLD: ScreeningVerdict = { verdict: 'HOLD', reason: 'Own list 7' }

const faults: string[] = []
const reasons: string[] = []
const stored = new Map<string, PayoutScreening>()
let verdict: ScreeningVerdict | Error
let missingData: string | undefined
const gate = payoutGate(
  {
    screening: {
      async screen() {
        if (verdict instanceof Error) throw verdict
        return verdict
      },
    },
    missingData: async () => missingData,
    onFault: (key, error) => void faults.push(`${key}: ${(error as Error).message}`),
  },
  {
    find: async (key) => stored.get(key),
    async add(key, submission, given) {
      const earlier = stored.get(key)
      const hasWaited = earlier?.hasWaited ?? given.verdict === 'PENDING'
      const isKept = earlier && earlier.verdict !== 'PENDING'
      const screening = isKept ? earlier : { submission, verdict: given.verdict, hasWaited, decision: null }
      if (!isKept && given.verdict === 'HOLD') reasons.push(given.reason)
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
  faults.length = 0
  reasons.length = 0
  missingData = undefined
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

  it.each(['SEND', 'PULL'] as const)(
    'waits while no verdict is possible, and is submitted by %s afterwards',
    async (how) => {
      verdict = new Error('The list is missing')
      for (const next of [how, 'ASK', 'ASK'] as const) expect(await pass(next)).toBe('IN_TRANSIT')
      expect(faults).toEqual(Array(3).fill('1: The list is missing'))
      verdict = { verdict: 'CLEAR' }
      // Also when the process dies before it has submitted it.
      for (const next of ['ASK', 'ASK', how] as const) expect(await pass(next)).toBe(how)
    },
  )

  it('is held for missing data as well, with both reasons', async () => {
    missingData = 'The name is missing'
    expect(await pass('SEND')).toBe('IN_TRANSIT')
    stored.clear()
    verdict = HOLD
    expect(await pass('SEND')).toBe('IN_TRANSIT')
    expect(reasons).toEqual(['The name is missing', 'Own list 7; The name is missing'])
  })

  it('is held after it has waited, if it is on the list by then', async () => {
    verdict = new Error('The list is missing')
    await pass('SEND')
    verdict = HOLD
    expect(await pass('ASK')).toBe('IN_TRANSIT')
    verdict = { verdict: 'CLEAR' }
    expect(await pass('ASK')).toBe('IN_TRANSIT')
    decide('RELEASED')
    expect(await pass('ASK')).toBe('SEND')
  })

  it('is followed up when it was submitted before screening was configured', async () => {
    verdict = HOLD
    expect(await pass('ASK')).toBe('ASK')
  })
})
