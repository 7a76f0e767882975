/** Owns the making of a quote by an agent: by the platform's own command, from and to what is the customer's. */
import type { QuoteRequest } from '../../../contract/payments/quotes.ts'
import { wireId } from '../../core/ids.ts'
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { createQuote, type Terms } from '../payments/quotes/create-quote.ts'
import { type Quote, quotes } from '../payments/quotes/tables.ts'
import { type AgentCaller, liveAgent, standingOf } from './live-agent.ts'
import { noteDecision } from './note-decision.ts'
import { judge, type Question, refuseDenied } from './policy.ts'
import { submitAction } from './submit-action.ts'
import type { Agent } from './tables.ts'
import { refuseForeign } from './wish.ts'

/** @throws Refusal as `createQuote` and `submitAction` */
export function createAgentQuote(rows: Rows, by: AgentCaller, terms: Terms, request: QuoteRequest): Quote {
  const agent = liveAgent(rows, by)
  refuseUnlessAllowed(rows, agent, { permission: 'CREATE_QUOTES' })
  if (request.immediatelyExecute) refuseUnlessAllowed(rows, agent, { permission: 'EXECUTE_QUOTES' })
  const { source, destination } = request
  // Money from outside would execute the quote without asking the policy.
  if (source.sourceType !== 'ACCOUNT')
    refuseField('INVALID_INPUT', 'source.sourceType', 'must be ACCOUNT: an agent pays from an account of its customer')
  if (request.platformFeeOverride)
    refuseField('INVALID_INPUT', 'platformFeeOverride', 'is not for agents: the platform sets its own fee')
  const ends = [source.accountId, ...(destination.destinationType === 'ACCOUNT' ? [destination.accountId] : [])]
  for (const account of ends) refuseForeign(rows, agent, account)
  const accountIds = ends.filter((id) => id.startsWith('InternalAccount:'))
  const payee = payeeOf(destination)
  refuseUnlessAllowed(rows, agent, { permission: 'CREATE_QUOTES', accountIds, ...(payee && { payee }) })

  const operation = 'agentCreateQuote'
  const execute = (rows: Rows, quoteId: string): Quote => {
    const means = { rates: () => terms.rates, verdict: {}, signer: undefined, operation }
    submitAction(rows, by, { type: 'EXECUTE_QUOTE', quoteId }, means)
    return rows.get(quotes, quoteId)
  }
  const quote = createQuote(rows, terms, request, { agentId: agent.id, execute })
  if (!request.immediatelyExecute)
    noteDecision(rows, agent, {
      actor: wireId('Agent', agent.id),
      operation,
      decision: 'ALLOW',
      outcome: 'DONE',
      quoteId: wireId('Quote', quote.id),
    })
  return quote
}

function payeeOf(destination: QuoteRequest['destination']): string | undefined {
  if (destination.destinationType === 'UMA_ADDRESS') return destination.umaAddress.toLowerCase()
  return destination.accountId.startsWith('ExternalAccount:') ? destination.accountId : undefined
}

const refuseUnlessAllowed = (rows: Rows, agent: Agent, question: Question): void =>
  refuseDenied(judge(standingOf(rows, agent), question), question)
