/** What happened in a run of a scenario: the object, its events and its postings. */
import { queryOptions } from '@tanstack/react-query'
import type { NamedPosting } from '../../../../contract/ledger/postings.ts'
import { SCENARIO_KINDS, type Scenario } from '../../../../contract/sandbox/scenarios/scenario.ts'
import { api } from '../../api/client.ts'

export interface ObservedEvent {
  readonly type: string
  /** Of a payment, after the event. */
  readonly status?: string
  readonly at: string
}

/** In the order in which it happened. */
export interface Observation {
  readonly object: object
  readonly events: readonly ObservedEvent[]
  readonly postings: readonly NamedPosting[]
}

/** Kinds of which the postings are listed by the object's id. */
const MOVES_MONEY = new Set<Scenario['kind']>(['PURCHASE'])

/** @param run id of the object, or code of the refusal */
export const observationQuery = (scenario: Scenario, run: string) =>
  queryOptions({ queryKey: ['scenario', scenario.id, run], queryFn: () => observe(scenario, run) })

/** @throws ApiError */
async function observe({ kind, isRefused }: Scenario, run: string): Promise<Observation> {
  if (isRefused) return { object: { code: run }, events: [], postings: [] }
  const { operation, idName } = SCENARIO_KINDS[kind].read
  if (operation === 'getTransactionById') {
    const { transaction, events, postings } = await api('getTransactionHistory', { params: { transactionId: run } })
    return { object: transaction, events, postings }
  }
  const [object, events, ledger] = await Promise.all([
    api[operation as 'createQuote']({ [idName]: run } as never),
    api.listEvents({ resourceId: run as never }),
    MOVES_MONEY.has(kind) ? api('listPostings', { query: { causeId: run as never, limit: 100 } }) : undefined,
  ])
  return {
    object,
    events: events.data.map(({ type, createdAt }) => ({ type, at: createdAt })).reverse(),
    postings: [...(ledger?.data ?? [])].reverse(),
  }
}
