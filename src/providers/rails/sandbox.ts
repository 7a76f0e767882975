/** Simulated rails: the last three characters of an account's identifier choose the outcome of a payout. */
import { sandboxSuffix } from '../../../contract/payments/external-accounts/account-identifier.ts'
import type { BeneficiaryCheck, Payout, PayoutFailure, PayoutReport, Rails } from './port.ts'

interface Fate {
  readonly sent: PayoutReport
  /** What a later question is answered with. */
  readonly asked?: PayoutReport
  readonly scenario: string
}

/** Payouts of quotes, by suffix (decision 64). */
export const PAYOUT_FATES: Readonly<Record<string, Fate>> = {
  '002': {
    scenario: 'The quote fails to execute; the money goes back.',
    sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' },
  },
  '003': {
    scenario: 'The payout takes six minutes.',
    sent: { state: 'IN_TRANSIT', askAgainInMs: 360_000 },
    asked: { state: 'DELIVERED' },
  },
  '004': {
    scenario: 'The receiving side does not deliver; the money goes back.',
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
  '005': {
    scenario: 'The payment completes, and five seconds later the receiving bank sends it back.',
    sent: { state: 'DELIVERED', askAgainInMs: 5_000 },
    asked: { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' },
  },
  '006': { scenario: 'A person calls the payout off; the money goes back.', sent: { state: 'CANCELLED' } },
  '007': {
    scenario: 'The payout fails and the money cannot be given back: it stays in suspense.',
    sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'STUCK' },
  },
}

/** Transfers in and out, and what quotes fetch, by suffix: refused beforehand, or what the rail reports later. */
export const TRANSFER_FATES: Readonly<
  Record<string, Partial<Fate> & { readonly refused?: PayoutFailure; readonly scenario: string }>
> = {
  '002': { scenario: 'Insufficient funds: it fails immediately.', refused: 'QUOTE_EXECUTION_FAILED' },
  '003': {
    scenario: 'The account is closed or invalid: it fails immediately.',
    refused: 'COUNTERPARTY_POST_TX_FAILED',
  },
  '004': {
    scenario: 'The bank rejects the transfer; the money goes back.',
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
  '005': {
    scenario: 'It stays pending for thirty seconds and then fails; the money goes back.',
    sent: { state: 'IN_TRANSIT', askAgainInMs: 30_000 },
    asked: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
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
const fate = ({ identifier, purpose }: Payout): Partial<Fate> | undefined =>
  (purpose === 'QUOTE' ? PAYOUT_FATES : TRANSFER_FATES)[sandboxSuffix(identifier)]

export const sandboxRails: Rails = {
  send: async (payout) => fate(payout)?.sent ?? DELIVERED,
  ask: async (payout) => fate(payout)?.asked ?? DELIVERED,
  async pull({ identifier }) {
    const { refused: reason, sent = DELIVERED } = TRANSFER_FATES[sandboxSuffix(identifier)] ?? {}
    return reason ? { state: 'FAILED', reason, money: 'BACK' } : sent
  },
  async vet({ identifier }) {
    const refused = TRANSFER_FATES[sandboxSuffix(identifier)]?.refused
    return refused ? { refused } : {}
  },
  async checkBeneficiary({ identifier, beneficiaryName, isWallet }) {
    const status = BENEFICIARY_FATES[sandboxSuffix(identifier)] ?? (isWallet ? 'UNSUPPORTED' : 'MATCHED')
    if (status === 'INVALID_ACCOUNT') return { status }
    return status === 'MATCHED' || status === 'PARTIAL_MATCH'
      ? { status, ...(beneficiaryName && { name: beneficiaryName }) }
      : { status }
  },
}
