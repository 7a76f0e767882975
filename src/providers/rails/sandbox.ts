/** Simulated rail for everything: the last three characters of an account's identifier choose the outcome of a payout. */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { sandboxSuffix } from '../../../contract/payments/external-accounts/account-identifier.ts'
import type { AccountTypeRow } from '../../../contract/payments/external-accounts/account-row.ts'
import { ACCOUNT_TYPES, type AccountType } from '../../../contract/payments/external-accounts/account-types.ts'
import type { BeneficiaryCheck, Carriage, Payout, PayoutFailure, PayoutReport, Rail } from './port.ts'
import { sandboxInstructions } from './sandbox-instructions.ts'

interface Outcome {
  readonly sent: PayoutReport
  /** Answer to a later `ask`. */
  readonly asked?: PayoutReport
  readonly scenario: string
}

/** Payouts of quotes, by suffix (decision 64). */
export const PAYOUT_OUTCOMES: Readonly<Record<string, Outcome>> = {
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
  '006': { scenario: 'A person cancels the payout; the money goes back.', sent: { state: 'CANCELLED' } },
  '007': {
    scenario: 'The payout fails and the money cannot be returned: it stays in suspense.',
    sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'STUCK' },
  },
}

/** Transfers in and out, and pulls for quotes, by suffix: refused beforehand, or reported later. */
export const TRANSFER_OUTCOMES: Readonly<
  Record<string, Partial<Outcome> & { readonly refused?: PayoutFailure; readonly scenario: string }>
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

/** Beneficiary verification at the registration of an account, by suffix. */
export const BENEFICIARY_OUTCOMES: Readonly<Record<string, BeneficiaryCheck['status']>> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '105': 'INVALID_ACCOUNT',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
}

const DELIVERED: PayoutReport = { state: 'DELIVERED' }
const outcome = ({ identifier, purpose }: Payout): Partial<Outcome> | undefined =>
  (purpose === 'QUOTE' ? PAYOUT_OUTCOMES : TRANSFER_OUTCOMES)[sandboxSuffix(identifier)]

/** Every currency, over every scheme that reaches an account in it. */
const everything = (direction: Carriage['direction']): Carriage[] =>
  Object.entries<AccountTypeRow>(ACCOUNT_TYPES).flatMap(([accountType, { currencies, rails }]) =>
    (currencies === 'ANY' ? Object.keys(CURRENCIES) : currencies).flatMap((currency) =>
      rails.map((scheme) => ({
        direction,
        currency,
        accountTypes: [accountType as AccountType],
        scheme,
        minAmount: 1n,
        // What an account can hold is the service's limit, not the rail's.
        maxAmount: 2n ** 63n - 1n,
        settlement: 'at once',
        fee: 'none',
      })),
    ),
  )

export type SandboxRail = Rail & Required<Pick<Rail, 'pull' | 'vet' | 'checkBeneficiary'>>

export const sandboxRail: SandboxRail = {
  id: 'sandbox',
  carries: [...everything('OUT'), ...everything('PULL'), ...everything('IN')],
  fundingInstructions: sandboxInstructions,
  // It moves nothing, so it holds nothing.
  holdings: async () => [],
  health: () => ({ status: 'UP' }),
  send: async (payout) => outcome(payout)?.sent ?? DELIVERED,
  ask: async (payout) => outcome(payout)?.asked ?? DELIVERED,
  async pull({ identifier }) {
    const { refused: reason, sent = DELIVERED } = TRANSFER_OUTCOMES[sandboxSuffix(identifier)] ?? {}
    return reason ? { state: 'FAILED', reason, money: 'BACK' } : sent
  },
  async vet({ identifier }) {
    const refused = TRANSFER_OUTCOMES[sandboxSuffix(identifier)]?.refused
    return refused ? { refused } : {}
  },
  async checkBeneficiary({ identifier, beneficiaryName, isWallet }) {
    const status = BENEFICIARY_OUTCOMES[sandboxSuffix(identifier)] ?? (isWallet ? 'UNSUPPORTED' : 'MATCHED')
    if (status === 'INVALID_ACCOUNT') return { status }
    return status === 'MATCHED' || status === 'PARTIAL_MATCH'
      ? { status, ...(beneficiaryName && { name: beneficiaryName }) }
      : { status }
  },
}

/** The simulated rail beside connected ones: it gives no instructions of the account types for which they give real ones. */
export function sandboxRailBeside(connected: readonly Rail[]): Rail {
  return {
    ...sandboxRail,
    fundingInstructions(payee) {
      const real = connected.flatMap((rail) => rail.fundingInstructions?.(payee) ?? [])
      const types = new Set(real.map(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType))
      const simulated = sandboxRail.fundingInstructions?.(payee) ?? []
      return simulated.filter(({ accountOrWalletInfo }) => !types.has(accountOrWalletInfo.accountType))
    },
  }
}
