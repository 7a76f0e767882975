/** First steps in the sandbox: which of them were done, by their earliest events. */
import { FIRST_STEPS, type FirstStep } from '../../../contract/sandbox/first-step-names.ts'
import type { FirstSteps } from '../../../contract/sandbox/first-steps.ts'
import { wireId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'

/** Events that are searched: the steps are done first. */
const SEARCHED_MAX = 5_000

const WITH_EVENT: Readonly<Partial<Record<FirstStep, string>>> = {
  PAY: 'OUTGOING_PAYMENT.COMPLETED',
  FAIL: 'OUTGOING_PAYMENT.FAILED',
  CARD: 'CARD_TRANSACTION.AUTHORIZED',
}

export async function getFirstSteps(store: Store, platformId: string): Promise<FirstSteps> {
  const [events, deliveries, approvals] = await Promise.all([
    store.query<{ type: string; id: string }>(FIRST_OF_TYPE, [platformId, Object.values(WITH_EVENT)]),
    store.query<{ id: string }>(FIRST_DELIVERED, [platformId]),
    store.query<{ id: string }>(FIRST_APPROVED, [platformId]),
  ])
  const ofType = new Map(events.map(({ type, id }) => [type, id]))
  const found = (step: FirstStep) => {
    if (step === 'WEBHOOK') return deliveries[0]?.id
    if (step === 'AGENT') return approvals[0]?.id
    return ofType.get(WITH_EVENT[step] as string)
  }
  return {
    done: Object.fromEntries(
      FIRST_STEPS.flatMap((step) => {
        const id = found(step)
        return id === undefined ? [] : [[step, wireId('Webhook', id)]]
      }),
    ),
  }
}

const FIRST_OF_TYPE = `
  select distinct on (type) type, id
  from (select type, id from events where platform_id = $1 order by id limit ${SEARCHED_MAX}) e
  where type = any($2::text[]) order by type, id`

const FIRST_DELIVERED = `
  select event_id as id from (select event_id, outcome from delivery_attempts where platform_id = $1 limit ${SEARCHED_MAX}) a
  where outcome = 'DELIVERED' order by event_id limit 1`

/** The event of the payment that an approved action made. */
const FIRST_APPROVED = `
  select e.id from (
    select transaction_id from agent_actions
    where platform_id = $1 and status = 'APPROVED' and transaction_id is not null order by id limit 1
  ) a join events e on e.platform_id = $1 and e.object_id = a.transaction_id
  order by e.sequence limit 1`
