/** Policies of agents: what an agent may do by itself, with the platform's approval, or not at all. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount, text } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { amount, CurrencyCode, choice, id } from '../schema.ts'

export const AGENT_PERMISSIONS = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const
export type AgentPermission = (typeof AGENT_PERMISSIONS)[number]
const Permission = choice(AGENT_PERMISSIONS, {
  $id: 'AgentPermission',
  description: 'Operations that an agent may request. No permission implies another.',
})

export const AgentExecutionMode = choice(['AUTO', 'APPROVAL_REQUIRED'], {
  $id: 'AgentExecutionMode',
  description:
    'AUTO: payments are executed immediately, unless a threshold requires approval. APPROVAL_REQUIRED: every payment requires approval.',
})

/** Minor units; null: no limit. */
const limitOrNull = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    format: 'int64',
    minimum: 0,
    maximum: LIMITS.amount,
    description,
    examples: [500_000],
  })

const limits = {
  perTransactionLimit: amount({ description: 'Largest payment, fees included; in minor units' }),
  dailyLimit: Type.Optional(limitOrNull('Largest sum of the payments of a UTC day; null: no limit')),
  dailyTransactionLimit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Largest number of payments in a UTC day; absent: no limit',
    }),
  ),
  monthlyLimit: Type.Optional(limitOrNull('Largest sum of the payments of a UTC month; null: no limit')),
}

export const AgentSpendingLimits = Type.Object(
  { currency: CurrencyCode, ...limits },
  { $id: 'AgentSpendingLimits', description: 'All amounts are minor units of `currency`' },
)

const AgentAccountRule = Type.Object(
  {
    accountId: id('InternalAccount'),
    executionMode: Type.Optional(AgentExecutionMode),
    perTransactionLimit: Type.Optional(limitOrNull('In the currency of the spending limits; null: the general limit')),
  },
  { $id: 'AgentAccountRule', description: 'Rules for one account, instead of the general ones' },
)
const AgentAccountRestrictions = Type.Object(
  {
    allowedAccountIds: Type.Optional(
      Type.Unsafe<readonly `InternalAccount:${string}`[] | null>({
        type: ['array', 'null'],
        items: id('InternalAccount'),
        maxItems: 100,
        description: 'Internal accounts that the agent may use; null or absent: all accounts of the customer',
        examples: [['InternalAccount:019542f5-b3e7-7d02-8000-000000000001']],
      }),
    ),
    accountRules: Type.Optional(Type.Array(AgentAccountRule, { maxItems: 100 })),
  },
  { $id: 'AgentAccountRestrictions' },
)
const AgentApprovalThresholds = Type.Object(
  {
    currency: Type.Optional(CurrencyCode),
    amount: Type.Optional(limitOrNull('A larger payment requires approval; null: no threshold')),
  },
  { $id: 'AgentApprovalThresholds', description: 'An amount requires a currency' },
)

/** An external account, or a UMA address. */
const Payee = Type.Unsafe<`ExternalAccount:${string}` | `$${string}@${string}`>({
  type: 'string',
  maxLength: 320,
  pattern: `${(id('ExternalAccount') as unknown as { pattern: string }).pattern}|^\\$[^\\s@$]{1,255}@[^\\s@$]{3,255}$`,
  description: 'Id of an external account of the customer, or a UMA address',
  examples: ['ExternalAccount:019542f5-b3e7-7d02-8000-000000000001'],
})
export const AGENT_PAYEES_MAX = 100
const AgentAllowedPayees = Type.Object(
  {
    scope: choice(['ANY', 'EXISTING', 'LISTED'], {
      $id: 'AgentPayeeScope',
      description:
        '- `ANY`: every external account of the customer and every UMA address\n- `EXISTING`: every external account of the customer, and no UMA address\n- `LISTED`: only those in `payees`',
    }),
    payees: Type.Optional(
      Type.Array(Payee, { maxItems: AGENT_PAYEES_MAX, description: 'Required with LISTED, and absent otherwise' }),
    ),
  },
  {
    $id: 'AgentAllowedPayees',
    description: 'External payees that the agent may pay. `accountRestrictions` applies to internal accounts.',
  },
)
const AgentNewPayees = choice(['APPROVAL_REQUIRED', 'AUTO'], {
  $id: 'AgentNewPayees',
  description:
    'APPROVAL_REQUIRED: an external account that the agent registers is PENDING, and cannot be paid, until the platform approves it. AUTO: it is ACTIVE immediately. Absent: APPROVAL_REQUIRED.',
})

const permissions = Type.Array(Permission, { maxItems: AGENT_PERMISSIONS.length, uniqueItems: true })
const rest = {
  spendingLimits: AgentSpendingLimits,
  accountRestrictions: Type.Optional(AgentAccountRestrictions),
  approvalThresholds: Type.Optional(AgentApprovalThresholds),
  dailyApprovalThreshold: Type.Optional(
    limitOrNull(
      "A payment requires approval if it raises the sum of the UTC day above this amount, in minor units of the spending limits' currency; null: no threshold",
    ),
  ),
  allowedPayees: Type.Optional(AgentAllowedPayees),
  newPayees: Type.Optional(AgentNewPayees),
}

export const AgentPolicy = Type.Object(
  { permissions, defaultExecutionMode: AgentExecutionMode, ...rest },
  { $id: 'AgentPolicy', description: 'An agent without permissions can do nothing' },
)
export type AgentPolicy = Static<typeof AgentPolicy>

export const AgentPolicyRequest = Type.Object(
  { permissions, defaultExecutionMode: Type.Optional(AgentExecutionMode), ...rest },
  { $id: 'AgentPolicyRequest', description: 'The default execution mode is AUTO' },
)
export type AgentPolicyRequest = Static<typeof AgentPolicyRequest>

export const AgentPolicyUpdateRequest = Type.Object(
  {
    permissions: Type.Optional(permissions),
    defaultExecutionMode: Type.Optional(AgentExecutionMode),
    spendingLimits: Type.Optional(
      Type.Object(
        {
          ...limits,
          currency: Type.Optional(CurrencyCode),
          perTransactionLimit: Type.Optional(limits.perTransactionLimit),
        },
        { $id: 'AgentSpendingLimitsUpdate' },
      ),
    ),
    accountRestrictions: rest.accountRestrictions,
    approvalThresholds: rest.approvalThresholds,
    dailyApprovalThreshold: rest.dailyApprovalThreshold,
    allowedPayees: rest.allowedPayees,
    newPayees: rest.newPayees,
  },
  {
    $id: 'AgentPolicyUpdateRequest',
    description:
      'Absent fields are unchanged. Limits are changed one by one; null removes a limit. Permissions, account restrictions, thresholds and payees are replaced as a whole.',
  },
)
export type AgentPolicyUpdateRequest = Static<typeof AgentPolicyUpdateRequest>

/** Rules of a policy, each with the message shown to a refused agent and to the person who approves. */
export const AGENT_RULES = {
  AGENT_PAUSED: 'The agent is paused',
  PERMISSION: 'The policy does not grant the agent this permission',
  ACCOUNT_NOT_ALLOWED: 'The policy does not allow the agent to use this account',
  PAYEE_NOT_ALLOWED: 'The policy does not allow the agent to pay this payee',
  PER_TRANSACTION_LIMIT: 'The payment exceeds the limit for one payment',
  DAILY_TRANSACTION_LIMIT: 'The agent has reached its number of payments for the day',
  DAILY_LIMIT: 'The payment exceeds the remaining daily limit',
  MONTHLY_LIMIT: 'The payment exceeds the remaining monthly limit',
  EXECUTION_MODE: 'The policy requires approval of every payment',
  APPROVAL_THRESHOLD: 'The payment exceeds the amount above which the policy requires approval',
  DAILY_APPROVAL_THRESHOLD:
    'The payment raises the sum of the day above the amount above which the policy requires approval',
  NEW_PAYEE: 'The policy requires approval of every payee that the agent registers',
} as const
export type AgentRule = keyof typeof AGENT_RULES
export const AgentRuleName = choice(Object.keys(AGENT_RULES) as AgentRule[], {
  $id: 'AgentRule',
  description: Object.entries(AGENT_RULES)
    .map(([rule, about]) => `- \`${rule}\`: ${about}`)
    .join('\n'),
})

export const AgentDecision = choice(['ALLOW', 'ASK', 'DENY'], {
  $id: 'AgentDecision',
  description: 'ALLOW: executed immediately. ASK: waits for approval. DENY: refused.',
})

export const AgentPolicyQuestion = Type.Object(
  {
    type: choice(['EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN']),
    accountId: id('InternalAccount'),
    amount: amount({ minimum: 1, description: "Minor units of the account's currency, fees included" }),
    payee: Type.Optional(Payee),
  },
  {
    $id: 'AgentPolicyQuestion',
    description: 'A payment that the agent might request; without `payee`, to a payee that the policy allows',
  },
)
export type AgentPolicyQuestion = Static<typeof AgentPolicyQuestion>

export const AgentPolicyAnswer = Type.Object(
  {
    decision: AgentDecision,
    rule: Type.Optional(AgentRuleName),
    message: text(500, { description: 'The decision as a sentence' }),
    amount: CurrencyAmount,
  },
  {
    $id: 'AgentPolicyAnswer',
    description: '`amount` is the usage that the payment would count as, in the currency of the spending limits',
  },
)
export type AgentPolicyAnswer = Static<typeof AgentPolicyAnswer>
