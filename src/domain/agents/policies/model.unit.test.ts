/** Model test of policies: random walks of agents, compared with an independent model. */
import { describe, expect, it } from 'vitest'
import { simulateAgents } from '../../../../test/simulation/agent-walk.ts'

const STEPS = Number(process.env.AGENT_STEPS ?? 10_000)
const SEED = Number(process.env.AGENT_SEED ?? 1)

describe('agents', () => {
  it(`match the model in each of ${STEPS.toLocaleString('en')} steps`, { timeout: 24 * 3_600_000 }, () => {
    const outcomes = simulateAgents(SEED, STEPS)
    // An outcome that the walk never reaches is not tested by it.
    const rules = [
      'AGENT_PAUSED',
      'PERMISSION',
      'ACCOUNT_NOT_ALLOWED',
      'PAYEE_NOT_ALLOWED',
      'PER_TRANSACTION_LIMIT',
      'DAILY_TRANSACTION_LIMIT',
      'DAILY_LIMIT',
      'MONTHLY_LIMIT',
    ]
    const wanted = [
      ...['TRANSFER_OUT', 'TRANSFER_IN', 'EXECUTE_QUOTE'].flatMap((type) => [
        `${type} → APPROVED`,
        `${type} → PENDING_APPROVAL`,
      ]),
      'TRANSFER_OUT → FAILED',
      'TRANSFER_OUT: UNAUTHORIZED',
      'TRANSFER_OUT: INSUFFICIENT_BALANCE',
      ...rules.map((rule) => `TRANSFER_OUT: ${rule}`),
      'approve → APPROVED',
      'approve → INSUFFICIENT_BALANCE',
      'approve → QUOTE_EXPIRED',
      'approve again',
      'approve: INVALID_STATE_TRANSITION',
      'approve: AGENT_NOT_FOUND',
      'reject → REJECTED',
      'reject again',
      'reject: INVALID_STATE_TRANSITION',
      'OUTGOING PENDING → FAILED',
      'OUTGOING PENDING → COMPLETED',
      'OUTGOING COMPLETED → FAILED',
      'INCOMING PENDING → FAILED',
      'INCOMING PENDING → COMPLETED',
      'change the policy',
      'reconnect',
      'delete',
    ]
    expect(wanted.filter((outcome) => !outcomes.has(outcome))).toEqual([])
    // Little changes between request and approval, so not every rule is reached.
    expect(rules.filter((rule) => outcomes.has(`approve → ${rule}`)).length).toBeGreaterThan(2)
  })
})
