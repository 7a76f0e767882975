/** Kinds of requests: the checks of each, its effect when approved, and how an earlier effect is detected. */
import type { RequestKind } from '../../../contract/operators/requests.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Query } from '../../infra/db/store.ts'
import { bookBankLine, closeBankMatter } from '../banks.ts'
import { retryCardPull } from '../cards.ts'
import { concludeVerification } from '../customers.ts'
import { release } from '../freezes/freezes.ts'
import { idIn, type Operator } from '../operator.ts'
import { decideHeldPayout } from '../payout-holds.ts'
import { disabledEndpoints, enableEndpoint } from '../queues/endpoints.ts'
import { closeLost, sendLost } from '../queues/lost-deliveries.ts'
import { askAgain } from '../queues/stuck-payouts.ts'
import { releaseFromSuspense } from '../suspense.ts'
import { closeTask, retryDeadJob, settleTask } from '../tasks.ts'
import { findOperator, removeOperator } from './operators.ts'
import type { RequestRow } from './requests.ts'

/** The fields of a request that its effect receives. */
type Asked = Pick<
  RequestRow,
  'id' | 'kind' | 'target' | 'input' | 'reason' | 'requestedBy' | 'requesterId' | 'decidedBy'
>

type Work = (operator: Operator, request: Asked) => Promise<unknown>

interface RequestEffect {
  /** Called again when the outcome is unknown. @throws Refusal, which ends the request as FAILED */
  readonly perform: Work
  /** Whether an earlier attempt has performed it. Absent: performing it again changes nothing, or is refused harmlessly. */
  readonly isDone?: (query: Query, request: Asked) => Promise<boolean>
}

/** Note of the decision, which names the request. */
export const noteOf = ({ id, reason }: Pick<Asked, 'id' | 'reason'>): string => `${reason} (request ${id})`
const namesOf = ({ requestedBy, decidedBy }: Asked): string => `${requestedBy}, approved by ${decidedBy}`
const decisionOf = (request: Asked) => ({ decidedBy: namesOf(request), note: noteOf(request) })
const byProgram = ({ id }: Pick<Asked, 'id'>) => ({ actor: { kind: 'PROGRAM' }, reason: `Request ${id}` }) as const

/** Whether a statement returns a row. */
const finds =
  (text: string, values: (request: Asked) => readonly unknown[]) =>
  async (query: Query, request: Asked): Promise<boolean> =>
    (await query(text, values(request))).length > 0

const isTaskDecided = finds('select 1 from task_decisions where key = $1 and note = $2 limit 1', (request) => [
  request.target,
  noteOf(request),
])
const isHoldDecided = finds('select 1 from payout_screenings where key = $1 and note = $2', (request) => [
  request.target.replace('Transaction:', ''),
  noteOf(request),
])
const isMatterClosed = finds(
  `select 1 from bank_lines where rail = $1 and note = $2 union all select 1 from bank_inbox where rail = $1 and note = $2
   union all select 1 from bank_corrections where rail = $1 and note = $2 limit 1`,
  (request) => [matterIn(request).rail, noteOf(request)],
)
const verificationIs = (status: string) =>
  finds(`select 1 from verifications where id = $1 and status = '${status}'`, ({ target }) => [
    idIn(target, 'Verification'),
  ])

/** `<rail> <kind>:<key>` */
function matterIn({ target }: Pick<Asked, 'target'>): { readonly rail: string; readonly id: string } {
  const [rail = '', ...rest] = target.split(' ')
  return { rail, id: rest.join(' ') }
}

/** A payout above its limit needs two operators: the requester and the approver. */
async function releaseHeld(operator: Operator, request: Asked): Promise<void> {
  const note = noteOf(request)
  for (const by of [request.requestedBy, request.decidedBy as string]) {
    const { decision } = await decideHeldPayout(operator, request.target, { decision: 'RELEASED', by, note })
    if (decision !== 'WAITING') return
  }
  refuse('INVALID_STATE_TRANSITION', 'The payout needs the release of another operator')
}

export const REQUEST_EFFECTS: Readonly<Record<Exclude<RequestKind, 'OPERATOR_INVITE'>, RequestEffect>> = {
  TASK_SETTLE: {
    perform: (operator, request) =>
      settleTask(operator, request.target, { ...decisionOf(request), account: request.input.account }),
    isDone: isTaskDecided,
  },
  TASK_RETRY: {
    perform: (operator, request) => retryDeadJob(operator, request.target, decisionOf(request)),
    isDone: isTaskDecided,
  },
  TASK_CLOSE: {
    perform: (operator, request) => closeTask(operator, request.target, decisionOf(request)),
    isDone: isTaskDecided,
  },
  SUSPENSE_RELEASE: {
    perform: (operator, { target, input }) =>
      releaseFromSuspense(
        operator,
        target,
        input.account ?? refuseField('INVALID_INPUT', 'account', 'must name the account to credit'),
      ),
  },
  PAYOUT_RELEASE: { perform: releaseHeld, isDone: isHoldDecided },
  PAYOUT_REJECT: {
    perform: (operator, request) =>
      decideHeldPayout(operator, request.target, {
        decision: 'REJECTED',
        by: namesOf(request),
        note: noteOf(request),
      }),
    isDone: isHoldDecided,
  },
  PAYOUT_ASK: { perform: (operator, { target }) => askAgain(operator, target) },
  CARD_RETRY: {
    perform: (operator, { target }) => retryCardPull(operator, target),
    isDone: finds(`select 1 from card_transactions where id = $1 and status <> 'EXCEPTION'`, ({ target }) => [
      idIn(target, 'CardTransaction'),
    ]),
  },
  BANK_BOOK: {
    perform(operator, request) {
      const { rail, id } = matterIn(request)
      return bookBankLine(operator, rail, id, noteOf(request))
    },
    isDone: isMatterClosed,
  },
  BANK_CLOSE: {
    perform(operator, request) {
      const { rail, id } = matterIn(request)
      return closeBankMatter(operator, rail, id, noteOf(request))
    },
    isDone: isMatterClosed,
  },
  VERIFICATION_APPROVE: {
    perform: (operator, { target }) => concludeVerification(operator, target),
    isDone: verificationIs('APPROVED'),
  },
  VERIFICATION_REJECT: {
    perform: (operator, { target, reason }) => concludeVerification(operator, target, reason),
    isDone: verificationIs('REJECTED'),
  },
  ENDPOINT_ENABLE: {
    perform: (operator, { target }) => enableEndpoint(operator, target.replace('Endpoint ', '')),
    isDone: async (query, { target }) =>
      (await disabledEndpoints({ store: { query } as Operator['store'] })).every(
        ({ id }) => target !== `Endpoint ${id}`,
      ),
  },
  DELIVERY_SEND: { perform: (operator, { target }) => sendLost(operator, target) },
  DELIVERY_CLOSE: {
    perform: (operator, request) => closeLost(operator, request.target, decisionOf(request)),
    isDone: isTaskDecided,
  },
  FREEZE_RELEASE: {
    perform: (operator, request) =>
      release(operator, request.target, {
        ...byProgram(request),
        frozenAt: Date.parse(request.input.since ?? ''),
      }),
    isDone: async (query, { target }) => (await query('select 1 from freezes where key = $1', [target])).length === 0,
  },
  OPERATOR_REMOVE: {
    async perform({ store }, request) {
      const { id } = await findOperator(store, request.target)
      return store.transaction((query) => removeOperator(query, id, byProgram(request)))
    },
    isDone: async (query, { target }) =>
      (await query(`select 1 from operators where lower(name) = lower($1) and status <> 'REMOVED'`, [target]))
        .length === 0,
  },
}
