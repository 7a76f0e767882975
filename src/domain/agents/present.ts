/** Owns how agents, their actions and their audit log look on the wire. */
import type { AgentAction as WireAction } from '../../../contract/agents/agent-actions.ts'
import type { AgentAuditEntry } from '../../../contract/agents/agent-audit.ts'
import type { Agent as WireAgent } from '../../../contract/agents/agents.ts'
import { wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { AgentUsage } from '../payments/allowances/tables.ts'
import { dayAfter, monthAfter, usageAt } from '../payments/allowances/usage.ts'
import { presentExternalAccount } from '../payments/external-accounts/present.ts'
import type { ExternalAccount } from '../payments/external-accounts/tables.ts'
import { presentQuote } from '../payments/quotes/present.ts'
import type { Quote } from '../payments/quotes/tables.ts'
import { presentTransaction } from '../payments/transactions/present.ts'
import type { Transaction } from '../payments/transactions/tables.ts'
import type { Agent, AgentAction, AuditEntry, DeviceCode } from './tables.ts'

export function presentAgent(agent: Agent, usage: AgentUsage, now: number): WireAgent {
  const { day, dailyCount, dailySpend, month, monthlySpend } = usageAt(usage, now)
  return {
    id: wireId('Agent', agent.id),
    name: agent.name,
    customerId: wireId('Customer', agent.customerId),
    isPaused: agent.isPaused,
    isConnected: agent.tokenHash !== null,
    policy: agent.policy,
    usage: {
      dailyTransactionCount: dailyCount,
      dailySpend: wireAmount(dailySpend),
      dailyResetDate: dayAfter(day),
      monthlySpend: wireAmount(monthlySpend),
      monthlyResetMonth: monthAfter(month),
    },
    createdAt: isoTime(agent.createdAt),
    updatedAt: isoTime(agent.updatedAt),
  }
}

/** @param code the code itself, which only its maker knows */
export const presentDeviceCode = (code: string, { agentId, expiresAt, redeemedAt }: DeviceCode) => ({
  code,
  agentId: wireId('Agent', agentId),
  expiresAt: isoTime(expiresAt),
  redeemed: redeemedAt !== null,
})

/** An action with its quote, its payee and its payment. */
export interface Shown {
  readonly action: AgentAction
  readonly quote?: Quote | undefined
  readonly externalAccount?: ExternalAccount | undefined
  readonly payment?: Transaction | undefined
}

export function presentAction({ action, quote, externalAccount, payment }: Shown, platformId: string): WireAction {
  const shown: { [Name in keyof WireAction]: WireAction[Name] | undefined } = {
    id: wireId('AgentAction', action.id),
    agentId: wireId('Agent', action.agentId),
    customerId: wireId('Customer', action.customerId),
    platformCustomerId: action.platformCustomerId,
    status: action.status,
    type: action.type,
    quote: quote && presentQuote(quote),
    transferDetails: transferDetails(action),
    externalAccount: externalAccount && presentExternalAccount(externalAccount),
    transaction: payment && presentTransaction(payment, platformId),
    approvalRule: action.approvalRule ?? undefined,
    rejectionReason: action.rejectionReason ?? undefined,
    failureReason: action.failureReason ?? undefined,
    createdAt: isoTime(action.createdAt),
    updatedAt: isoTime(action.updatedAt),
  }
  return shown as WireAction
}

type Ends = NonNullable<WireAction['transferDetails']>
function transferDetails({ type, amount, currency, sourceId, destinationId }: AgentAction): Ends | undefined {
  if ((type !== 'TRANSFER_OUT' && type !== 'TRANSFER_IN') || amount === null || currency === null) return undefined
  return {
    amount: wireAmount(amount),
    currency,
    sourceAccountId: sourceId as Ends['sourceAccountId'],
    destinationAccountId: destinationId as Ends['destinationAccountId'],
  }
}

export function presentAuditEntry({ id, content, previousHash, hash }: AuditEntry): AgentAuditEntry {
  const { details: _, ...told } = JSON.parse(content)
  return { id: wireId('AgentAuditEntry', id), ...told, content, previousHash, hash }
}
