/** Simulated rail for everything: the last three characters of an account's identifier choose the outcome of a payout. */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { sandboxSuffix } from '../../../contract/payments/external-accounts/account-identifier.ts'
import type { AccountTypeRow } from '../../../contract/payments/external-accounts/account-row.ts'
import { ACCOUNT_TYPES, type AccountType } from '../../../contract/payments/external-accounts/account-types.ts'
import {
  BENEFICIARY_OUTCOMES,
  PAYOUT_OUTCOMES,
  type SimulatedOutcome,
  TRANSFER_OUTCOMES,
} from '../../../contract/sandbox/outcomes.ts'
import type { BeneficiaryCheck, Carriage, Payout, PayoutReport, Rail } from './port.ts'
import { sandboxInstructions } from './sandbox-instructions.ts'

const BENEFICIARY_CHECKS: Readonly<Record<string, { readonly status: BeneficiaryCheck['status'] }>> =
  BENEFICIARY_OUTCOMES

/** `María García` → `M. García`: a name that a bank calls similar. */
const similarName = (name: string): string => (name.includes(' ') ? name.replace(/^(\S)\S*/u, '$1.') : `${name} Group`)

const DELIVERED: PayoutReport = { state: 'DELIVERED' }
const outcome = ({ identifier, purpose }: Payout): SimulatedOutcome | undefined =>
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
    const status = BENEFICIARY_CHECKS[sandboxSuffix(identifier)]?.status ?? (isWallet ? 'UNSUPPORTED' : 'MATCHED')
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
