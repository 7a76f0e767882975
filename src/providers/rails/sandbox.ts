/** Simulated rail for everything: the last three characters of an account's identifier choose the outcome of a payout. */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { sandboxSuffix } from '../../../contract/payments/external-accounts/account-identifier.ts'
import type { AccountTypeRow } from '../../../contract/payments/external-accounts/account-row.ts'
import { ACCOUNT_TYPES, type AccountType } from '../../../contract/payments/external-accounts/account-types.ts'
import { BENEFICIARY_OUTCOMES, PAYOUT_SCENARIOS } from '../../../contract/sandbox/outcomes.ts'
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
    scenario: PAYOUT_SCENARIOS['002'],
    sent: { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' },
  },
  '003': {
    scenario: PAYOUT_SCENARIOS['003'],
    sent: { state: 'IN_TRANSIT', askAgainInMs: 360_000 },
    asked: { state: 'DELIVERED' },
  },
  '004': {
    scenario: PAYOUT_SCENARIOS['004'],
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
  },
  '005': {
    scenario: PAYOUT_SCENARIOS['005'],
    sent: { state: 'DELIVERED', askAgainInMs: 5_000 },
    asked: { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' },
  },
  '006': { scenario: PAYOUT_SCENARIOS['006'], sent: { state: 'CANCELLED' } },
  '007': {
    scenario: PAYOUT_SCENARIOS['007'],
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

const BENEFICIARY_CHECKS: Readonly<Record<string, BeneficiaryCheck['status']>> = BENEFICIARY_OUTCOMES

/** `María García` → `M. García`: a name that a bank calls similar. */
const similarName = (name: string): string => (name.includes(' ') ? name.replace(/^(\S)\S*/u, '$1.') : `${name} Group`)

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
    const status = BENEFICIARY_CHECKS[sandboxSuffix(identifier)] ?? (isWallet ? 'UNSUPPORTED' : 'MATCHED')
    if (status === 'INVALID_ACCOUNT') return { status }
    if (!beneficiaryName || (status !== 'MATCHED' && status !== 'PARTIAL_MATCH')) return { status }
    return { status, name: status === 'MATCHED' ? beneficiaryName : similarName(beneficiaryName) }
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
