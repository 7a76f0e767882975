/** Owns rails that move nothing: the last three characters of an account's identifier choose what becomes of a payout. */
import { sandboxSuffix } from '../../../contract/account-identifier.ts'
import type { BeneficiaryCheck, Payout, PayoutReport, Rails } from './port.ts'

interface Fate {
  readonly sent: PayoutReport
  /** What a later question is answered with. */
  readonly asked?: PayoutReport
  readonly scenario: string
}

/** Payouts of quotes, by suffix (specification, sandbox test-outcome rules; decision 64). */
export const PAYOUT_FATES: Readonly<Record<string, Fate>> = {
  '002': { scenario: 'The quote fails to execute; the money goes back.', sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' } },
  '003': { scenario: 'The payout takes six minutes.', sent: { state: 'IN_TRANSIT', askAgainInMs: 360_000 }, asked: { state: 'DELIVERED' } },
  '004': { scenario: 'The receiving side does not deliver; the money goes back.', sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' } },
  '005': {
    scenario: 'The payment completes, and five seconds later the receiving bank sends it back.',
    sent: { state: 'DELIVERED', askAgainInMs: 5_000 },
    asked: { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' },
  },
  '006': { scenario: 'A person calls the payout off; the money goes back.', sent: { state: 'CANCELLED' } },
  '007': { scenario: 'The payout fails and the money cannot be given back: it stays in suspense.', sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'STUCK' } },
}

/** Verification of the owner's name when an account is registered, by suffix. */
export const BENEFICIARY_FATES: Readonly<Record<string, BeneficiaryCheck['status']>> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '105': 'INVALID_ACCOUNT',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
}

const DELIVERED: PayoutReport = { state: 'DELIVERED' }
const fate = ({ identifier }: Payout): Fate | undefined => PAYOUT_FATES[sandboxSuffix(identifier)]

export const sandboxRails: Rails = {
  send: async (payout) => fate(payout)?.sent ?? DELIVERED,
  ask: async (payout) => fate(payout)?.asked ?? DELIVERED,
  async checkBeneficiary({ identifier, beneficiaryName, isWallet }) {
    const status = BENEFICIARY_FATES[sandboxSuffix(identifier)] ?? (isWallet ? 'UNSUPPORTED' : 'MATCHED')
    if (status === 'INVALID_ACCOUNT') return { status }
    return status === 'MATCHED' || status === 'PARTIAL_MATCH' ? { status, ...(beneficiaryName && { name: beneficiaryName }) } : { status }
  },
}
