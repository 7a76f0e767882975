/** Owns the policies of agents: what each may do without asking, with the platform's approval, or not at all. */
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
  description: 'What an agent may ask for at all. None implies another.',
})

export const AgentExecutionMode = choice(['AUTO', 'APPROVAL_REQUIRED'], {
  $id: 'AgentExecutionMode',
  description: 'AUTO: done at once, unless a threshold asks for approval. APPROVAL_REQUIRED: always approved first.',
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
  perTransactionLimit: amount({ description: 'Most that one payment may take, fees included; in minor units' }),
  dailyLimit: Type.Optional(limitOrNull('Most that the payments of a UTC day may take together; null: no limit')),
  dailyTransactionLimit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Most payments in a UTC day; absent: no limit' }),
  ),
  monthlyLimit: Type.Optional(limitOrNull('Most that the payments of a UTC month may take together; null: no limit')),
}

export const AgentSpendingLimits = Type.Object(
  { currency: CurrencyCode, ...limits },
  { $id: 'AgentSpendingLimits', description: 'All amounts are minor units of `currency`' },
)

const AgentAccountRule = Type.Object(
  {
    accountId: id('InternalAccount'),
    executionMode: Type.Optional(AgentExecutionMode),
    perTransactionLimit: Type.Optional(limitOrNull('In the currency of the spending limits; null: the general one')),
  },
  { $id: 'AgentAccountRule', description: 'What holds for one account instead of the general rules' },
)
const AgentAccountRestrictions = Type.Object(
  {
    allowedAccountIds: Type.Optional(
      Type.Unsafe<readonly `InternalAccount:${string}`[] | null>({
        type: ['array', 'null'],
        items: id('InternalAccount'),
        maxItems: 100,
        description: 'The internal accounts that the agent may use; null or absent: all of the customer',
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
    amount: Type.Optional(limitOrNull('A payment above it waits for approval; null: none does')),
  },
  { $id: 'AgentApprovalThresholds', description: 'An amount needs a currency' },
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
        '- `ANY`: every external account of the customer and every UMA address\n- `EXISTING`: every external account of the customer, and no UMA address\n- `LISTED`: those in `payees` alone',
    }),
    payees: Type.Optional(Type.Array(Payee, { maxItems: AGENT_PAYEES_MAX, description: 'With LISTED, and only then' })),
  },
  {
    $id: 'AgentAllowedPayees',
    description: 'Whom the agent may pay outside the service. Internal accounts are a matter of `accountRestrictions`.',
  },
)
const AgentNewPayees = choice(['APPROVAL_REQUIRED', 'AUTO'], {
  $id: 'AgentNewPayees',
  description:
    'APPROVAL_REQUIRED: an external account that the agent registers is PENDING, and cannot be paid, until the platform approves it. AUTO: it is ACTIVE at once. Absent: APPROVAL_REQUIRED.',
})

const permissions = Type.Array(Permission, { maxItems: AGENT_PERMISSIONS.length, uniqueItems: true })
const rest = {
  spendingLimits: AgentSpendingLimits,
  accountRestrictions: Type.Optional(AgentAccountRestrictions),
  approvalThresholds: Type.Optional(AgentApprovalThresholds),
  dailyApprovalThreshold: Type.Optional(
    limitOrNull(
      "A payment that brings the payments of a UTC day above it waits for approval, in minor units of the spending limits' currency; null: none does",
    ),
  ),
  allowedPayees: Type.Optional(AgentAllowedPayees),
  newPayees: Type.Optional(AgentNewPayees),
}

export const AgentPolicy = Type.Object(
  { permissions, defaultExecutionMode: AgentExecutionMode, ...rest },
  { $id: 'AgentPolicy', description: 'Without permissions nothing is allowed' },
)
export type AgentPolicy = Static<typeof AgentPolicy>

export const AgentPolicyRequest = Type.Object(
  { permissions, defaultExecutionMode: Type.Optional(AgentExecutionMode), ...rest },
  { $id: 'AgentPolicyRequest', description: 'Without an execution mode it is AUTO' },
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
      'What is left out stays. Limits are changed one by one, null removes one; permissions, account restrictions, thresholds and payees are replaced as a whole.',
  },
)
export type AgentPolicyUpdateRequest = Static<typeof AgentPolicyUpdateRequest>

/** Every rule by which a policy decides, with the sentence that a refused agent and an approving person read. */
export const AGENT_RULES = {
  AGENT_PAUSED: 'The agent is paused',
  PERMISSION: 'The policy does not give the agent this permission',
  ACCOUNT_NOT_ALLOWED: 'The policy does not let the agent use this account',
  PAYEE_NOT_ALLOWED: 'The policy does not let the agent pay this payee',
  PER_TRANSACTION_LIMIT: 'The payment is above the limit for one payment',
  DAILY_TRANSACTION_LIMIT: 'The agent has made all its payments of this day',
  DAILY_LIMIT: 'The payment is above what is left of the daily limit',
  MONTHLY_LIMIT: 'The payment is above what is left of the monthly limit',
  EXECUTION_MODE: 'The policy has every payment approved first',
  APPROVAL_THRESHOLD: 'The payment is above the amount from which the policy has it approved first',
  DAILY_APPROVAL_THRESHOLD:
    'The payment brings those of this day above the amount from which the policy has them approved first',
  NEW_PAYEE: 'The policy has every payee that the agent registers approved first',
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
  description: 'ALLOW: done at once. ASK: waits for the platform. DENY: refused.',
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
    description: 'A payment that the agent might ask for; without a payee, one to a payee that the policy allows',
  },
)
export type AgentPolicyQuestion = Static<typeof AgentPolicyQuestion>

export const AgentPolicyAnswer = Type.Object(
  {
    decision: AgentDecision,
    rule: Type.Optional(AgentRuleName),
    message: text(500, { description: 'The answer as a sentence' }),
    amount: CurrencyAmount,
  },
  {
    $id: 'AgentPolicyAnswer',
    description: '`amount` is what would be counted, in the currency of the spending limits',
  },
)
export type AgentPolicyAnswer = Static<typeof AgentPolicyAnswer>
