/** Request examples of agents: what a platform sets, and what an agent asks for. */
import { EXAMPLE_IDS } from './example-ids.ts'
import type { Examples } from './example-types.ts'
import { PAYMENT_EXAMPLES } from './payment-examples.ts'

const PAYMENT = { type: 'TRANSFER_OUT', accountId: EXAMPLE_IDS.dollars, amount: 12_500 } as const

export const AGENT_EXAMPLES = {
  createAgent: {
    name: 'Payables',
    customerId: EXAMPLE_IDS.northwind,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
      spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000 },
    },
  },
  updateAgent: { isPaused: true },
  updateAgentPolicy: { defaultExecutionMode: 'APPROVAL_REQUIRED' },
  evaluateAgentPolicy: PAYMENT,
  agentEvaluatePolicy: PAYMENT,
  agentCreateExternalAccount: {
    currency: 'USD',
    accountInfo: PAYMENT_EXAMPLES.createCustomerExternalAccount.accountInfo,
  },
  agentCreateQuote: PAYMENT_EXAMPLES.createQuote,
  agentCreateTransferIn: PAYMENT_EXAMPLES.createTransferIn,
  agentCreateTransferOut: PAYMENT_EXAMPLES.createTransferOut,
} satisfies Examples
