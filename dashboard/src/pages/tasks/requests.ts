/** Requests that need two people, as the pages make and decide them. */
import { queryOptions } from '@tanstack/react-query'
import { OPERATOR_PATHS } from '../../../../contract/operators/operators.ts'
import type { QueueList } from '../../../../contract/operators/queues.ts'
import type {
  Decision,
  DecisionChallenge,
  InvitationLink,
  PeopleRequestKind,
  RequestKind,
  RequestView,
} from '../../../../contract/operators/requests.ts'
import { ask, send } from '../../api/client.ts'
import { signChallenge } from '../../api/session.ts'

/** Requests cause no live update, so the page polls. */
const ASK_MS = 4000

export const tasksQuery = queryOptions({
  queryKey: ['tasks'],
  queryFn: () => ask<QueueList>(OPERATOR_PATHS.tasks),
  refetchInterval: ASK_MS,
})

interface TaskRequest {
  readonly kind: RequestKind
  readonly target: string
  readonly account?: string
  readonly reason: string
}
export const requestTask = (body: TaskRequest) => send(OPERATOR_PATHS.requestTask, body)

interface PeopleRequest {
  readonly kind: PeopleRequestKind
  readonly target: string
  readonly role?: string
  readonly reason: string
}
export const requestPeople = (body: PeopleRequest) => send(OPERATOR_PATHS.requestPeople, body)

const pathFor = (path: string, id: string) => path.replace('{id}', id)

/** Signs a decision with the passkey, and sends it. @throws ApiError; Error when the person does not choose a passkey */
export async function decide({ id }: RequestView, decision: Decision, note: string): Promise<void> {
  const asked = await send<DecisionChallenge>(pathFor(OPERATOR_PATHS.askDecision, id), { decision })
  const assertion = await signChallenge(asked)
  await send(pathFor(OPERATOR_PATHS.decideRequest, id), { decision, note, nonce: asked.nonce, assertion })
}

export const withdraw = ({ id }: RequestView) => send(pathFor(OPERATOR_PATHS.withdrawRequest, id))
export const takeInvitation = ({ id }: RequestView) => send<InvitationLink>(pathFor(OPERATOR_PATHS.takeInvitation, id))
