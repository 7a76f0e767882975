/** Quote creation use case of agents: the platform's command, restricted to accounts of the customer. */
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import { wireId } from '../../../../core/ids.ts'
import { refuseField } from '../../../../core/refusal.ts'
import { command } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { createQuote, type Terms } from '../../../payments/quotes/create-quote.ts'
import { type Quote, quotes } from '../../../payments/quotes/quote.ts'
import { requireOwnAccount } from '../../actions/action-request.ts'
import { submitAction } from '../../actions/submit-action.ts'
import { type Agent, type AgentCaller, agentReads, authenticatedAgent, policyState } from '../../agent.ts'
import { appendAuditEntry } from '../../audit-log/audit-log.ts'
import { evaluatePolicy, type PolicyQuestion, refuseDenied } from '../../policies/policy.ts'

interface AgentQuote {
  readonly by: AgentCaller
  readonly terms: Terms
  readonly request: QuoteRequest
}

/** @throws Refusal as `createQuote` and `submitAction` */
export const agentCreateQuote = command({
  reads: (_seen, { by }: AgentQuote) => agentReads(by.id),
  run(rows, { by, terms, request }): Quote {
    const agent = authenticatedAgent(rows, by)
    requireAllowed(rows, agent, { permission: 'CREATE_QUOTES' })
    if (request.immediatelyExecute) requireAllowed(rows, agent, { permission: 'EXECUTE_QUOTES' })
    const { source, destination } = request
    // A quote funded from outside executes when the money arrives, without a decision of the policy.
    if (source.sourceType !== 'ACCOUNT')
      refuseField(
        'INVALID_INPUT',
        'source.sourceType',
        'must be ACCOUNT: an agent can pay only from an account of its customer',
      )
    if (request.platformFeeOverride)
      refuseField('INVALID_INPUT', 'platformFeeOverride', 'must be absent: only the platform can override its fee')
    const ends = [source.accountId, ...(destination.destinationType === 'ACCOUNT' ? [destination.accountId] : [])]
    for (const account of ends) requireOwnAccount(rows, agent, account)
    const accountIds = ends.filter((id) => id.startsWith('InternalAccount:'))
    const payee = payeeOf(destination)
    requireAllowed(rows, agent, { permission: 'CREATE_QUOTES', accountIds, ...(payee && { payee }) })

    const operation = 'agentCreateQuote'
    const execute = (rows: Rows, quoteId: string): Quote => {
      const inputs = { rates: () => terms.rates, verdict: {} }
      submitAction(rows, { by, request: { type: 'EXECUTE_QUOTE', quoteId }, operation, ...inputs })
      return rows.get(quotes, quoteId)
    }
    const quote = createQuote(rows, { terms, request, agent: { agentId: agent.id, execute } })
    if (!request.immediatelyExecute)
      appendAuditEntry(rows, agent, {
        actor: wireId('Agent', agent.id),
        operation,
        decision: 'ALLOW',
        outcome: 'DONE',
        quoteId: wireId('Quote', quote.id),
      })
    return quote
  },
})

function payeeOf(destination: QuoteRequest['destination']): string | undefined {
  if (destination.destinationType === 'UMA_ADDRESS') return destination.umaAddress.toLowerCase()
  return destination.accountId.startsWith('ExternalAccount:') ? destination.accountId : undefined
}

const requireAllowed = (rows: Rows, agent: Agent, question: PolicyQuestion): void =>
  refuseDenied(evaluatePolicy(policyState(rows, agent), question), question)
