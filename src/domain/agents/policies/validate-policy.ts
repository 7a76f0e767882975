/** Policy validation: known currencies, and accounts of the agent's customer. */
import type { AgentPolicy, AgentPolicyUpdateRequest } from '../../../../contract/agents/agent-policies.ts'
import { isKnownCurrency } from '../../../../contract/currencies.ts'
import { bareId } from '../../../core/ids.ts'
import { type FieldError, notFound, refuse } from '../../../core/refusal.ts'
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { externalAccounts } from '../../payments/external-accounts/external-account.ts'

interface Fault extends FieldError {
  readonly code: 'INVALID_CURRENCY' | 'INVALID_INPUT'
}

/**
 * Reports all faults together (decision 5). Invalid fields take precedence over accounts that are not found (decision 72).
 * @param policy as the request has it, whole or in part
 * @param within path of the policy in the request, with its dot; empty where the body is the policy
 * @throws Refusal INVALID_CURRENCY, INVALID_INPUT, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND
 */
export function validatePolicy(rows: Rows, policy: AgentPolicyUpdateRequest, customerId: string, within = ''): void {
  const wrong = faultsOf(policy)
  const unknown = unknownAccountFaults(rows, policy, customerId)
  const errors = [...wrong, ...unknown].map(({ field, message }) => ({ field: within + field, message }))
  const [first] = wrong
  if (first) {
    const only = errors.length === 1 && errors[0]
    refuse(first.code, only ? `${only.field} ${only.message}` : `${errors.length} fields are invalid`, { errors })
  }
  const [missing] = unknown
  if (!missing) return
  const { code, message } = notFound(missing.resource)
  refuse(code, message, { errors })
}

function faultsOf({
  spendingLimits,
  approvalThresholds,
  accountRestrictions,
  allowedPayees,
}: AgentPolicyUpdateRequest): Fault[] {
  const faults = [
    ...currencyFaults('spendingLimits.currency', spendingLimits?.currency),
    ...currencyFaults('approvalThresholds.currency', approvalThresholds?.currency),
  ]
  const { currency, amount } = approvalThresholds ?? {}
  if (currency === undefined && amount !== undefined && amount !== null)
    faults.push({
      code: 'INVALID_INPUT',
      field: 'approvalThresholds.currency',
      message: 'is required with an amount',
    })
  const { accountRules = [] } = accountRestrictions ?? {}
  if (new Set(accountRules.map(({ accountId }) => accountId)).size < accountRules.length)
    faults.push({
      code: 'INVALID_INPUT',
      field: 'accountRestrictions.accountRules',
      message: 'has two rules for one account',
    })
  const isList = allowedPayees?.scope === 'LISTED'
  if (allowedPayees && isList !== (allowedPayees.payees !== undefined))
    faults.push({
      code: 'INVALID_INPUT',
      field: 'allowedPayees.payees',
      message: isList ? 'is required with the scope LISTED' : `must be absent with the scope ${allowedPayees.scope}`,
    })
  return faults
}

const currencyFaults = (field: string, currency: string | undefined): Fault[] =>
  currency === undefined || isKnownCurrency(currency)
    ? []
    : [{ code: 'INVALID_CURRENCY', field, message: `must be a currency of this service, not ${currency}` }]

/** Wire ids of accounts that a policy names, with their fields. */
function accountsIn({ accountRestrictions, allowedPayees }: AgentPolicyUpdateRequest) {
  const { allowedAccountIds, accountRules = [] } = accountRestrictions ?? {}
  const internal = [
    ...(allowedAccountIds ?? []).map((id, i) => ({ id, field: `accountRestrictions.allowedAccountIds.${i}` })),
    ...accountRules.map(({ accountId: id }, i) => ({ id, field: `accountRestrictions.accountRules.${i}.accountId` })),
  ]
  const payees = (allowedPayees?.payees ?? [])
    .map((id, i) => ({ id, field: `allowedPayees.payees.${i}` }))
    .filter(({ id }) => id.startsWith('ExternalAccount:'))
  return { internal, payees }
}

/** Reads of `validatePolicy`. */
export function policyReads(policy: AgentPolicyUpdateRequest): Read[] {
  const { internal, payees } = accountsIn(policy)
  return [
    ...internal.map(({ id }): Read => [accounts, bareId(id), 'peek']),
    ...payees.map(({ id }): Read => [externalAccounts, bareId(id), 'peek']),
  ]
}

/** Another customer's account is reported like one that does not exist. */
function unknownAccountFaults(
  rows: Rows,
  policy: AgentPolicyUpdateRequest,
  customerId: string,
): (FieldError & { readonly resource: string })[] {
  const { internal, payees } = accountsIn(policy)
  const isPayee = (id: string) => {
    const account = rows.peek(externalAccounts, bareId(id))
    return account?.customerId === customerId && account.deletedAt === null
  }
  return [
    ...internal
      .filter(({ id }) => rows.peek(accounts, bareId(id))?.customerId !== customerId)
      .map(({ field }) => ({ field, message: 'must be an account of the customer', resource: 'InternalAccount' })),
    ...payees
      .filter(({ id }) => !isPayee(id))
      .map(({ field }) => ({
        field,
        message: 'must be an external account of the customer',
        resource: 'ExternalAccount',
      })),
  ]
}

/** The stored form: UMA addresses in lower case, each payee once. */
export const normalizePayees = ({ allowedPayees }: AgentPolicyUpdateRequest): Pick<AgentPolicy, 'allowedPayees'> =>
  allowedPayees
    ? {
        allowedPayees: {
          ...allowedPayees,
          ...(allowedPayees.payees && {
            payees: [
              ...new Set(allowedPayees.payees.map((id) => (id.startsWith('$') ? id.toLowerCase() : id))),
            ] as typeof allowedPayees.payees,
          }),
        },
      }
    : {}
