/** Routes of tasks and of requests that need two people: asked for by one operator, decided by another one. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { INVITATION_PAGE, OPERATOR_PATHS, ROLES } from '../../../contract/operators/operators.ts'
import {
  DECISIONS,
  type InvitationLink,
  PEOPLE_REQUESTS,
  TASK_REQUESTS,
  type TaskList,
} from '../../../contract/operators/requests.ts'
import { refuseField } from '../../core/refusal.ts'
import { idIn, type Operator } from '../../operator/operator.ts'
import { carryOut, resumeRequests, takeInvitation } from '../../operator/people/carry-out.ts'
import { findOperator, nameForInvitation } from '../../operator/people/operators.ts'
import {
  decideRequest,
  issueDecisionChallenge,
  listRequests,
  makeRequest,
  type NewRequest,
  type Person,
  withdrawRequest,
} from '../../operator/people/requests.ts'
import { findTask, isSettled, openTasks } from '../../operator/tasks.ts'
import { sessionOf } from './access.ts'
import { assertionIn, oneIn, optionalIn, textIn, uuidIn } from './body.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'

/** What was approved and not carried out is done again after so long. */
const RESUME_MS = 60_000

type Named = FastifyRequest<{ Params: { id: string } }>

/** The operator of the session. */
export const personIn = (request: FastifyRequest): Person => ({
  ...(sessionOf(request).operator as NonNullable<ReturnType<typeof sessionOf>['operator']>),
  address: request.ip,
  requestId: request.id,
})
const requestIn = (request: Named): string => uuidIn(request, 'id', request.params)
const pathFor = (path: string): string => path.replace('{id}', ':id')

export function addRequests(scope: FastifyInstance, operator: Operator, signIn: PasskeySignIn): void {
  const { store } = operator
  scope.get(OPERATOR_PATHS.tasks, async (request): Promise<TaskList> => {
    const tasks = await openTasks(operator)
    return {
      tasks: tasks.map((task) => ({
        ...task,
        kinds: [isSettled(task.id) ? 'TASK_SETTLE' : 'TASK_RETRY', 'TASK_CLOSE'],
      })),
      requests: await listRequests(store, personIn(request).id),
    }
  })
  scope.post(OPERATOR_PATHS.requestTask, async (request, reply) => {
    const made = await makeRequest(store, await taskRequest(operator, request), personIn(request))
    return reply.code(201).send(made)
  })
  scope.post(OPERATOR_PATHS.requestPeople, async (request, reply) => {
    const made = await makeRequest(store, await peopleRequest(operator, request), personIn(request))
    return reply.code(201).send(made)
  })
  scope.post(pathFor(OPERATOR_PATHS.withdrawRequest), async (request: Named, reply) => {
    await withdrawRequest(store, requestIn(request), personIn(request))
    return reply.code(204).send()
  })
  addDecisions(scope, operator, signIn)
  resumeRegularly(scope, operator, scope.log)
}

function addDecisions(scope: FastifyInstance, operator: Operator, { people }: PasskeySignIn): void {
  scope.post(pathFor(OPERATOR_PATHS.askDecision), (request: Named) =>
    issueDecisionChallenge(people, requestIn(request), oneIn(request, 'decision', DECISIONS), personIn(request)),
  )
  scope.post(pathFor(OPERATOR_PATHS.decideRequest), async (request: Named) => {
    const signed = {
      decision: oneIn(request, 'decision', DECISIONS),
      note: optionalIn(request, 'note') ?? '',
      nonce: textIn(request, 'nonce'),
      assertion: assertionIn(request),
    }
    const { id } = await decideRequest(people, requestIn(request), signed, personIn(request))
    return { status: await carryOut(operator, id) }
  })
  scope.post(pathFor(OPERATOR_PATHS.takeInvitation), async (request: Named, reply) => {
    const { code, expiresAt } = await takeInvitation(operator, requestIn(request), personIn(request))
    const link: InvitationLink = { link: `${people.place.origins[0]}${INVITATION_PAGE}#${code}`, expiresAt }
    return reply.code(201).send(link)
  })
}

/** @throws Refusal INVALID_STATE_TRANSITION for a task that is not open, INVALID_INPUT */
async function taskRequest(operator: Operator, request: FastifyRequest): Promise<NewRequest> {
  const kind = oneIn(request, 'kind', TASK_REQUESTS)
  const target = textIn(request, 'target')
  const account = optionalIn(request, 'account')
  await findTask(operator, target)
  const wrong = isSettled(target) ? 'TASK_RETRY' : 'TASK_SETTLE'
  if (kind === wrong) refuseField('INVALID_INPUT', 'kind', 'is not possible for this task')
  if (account !== undefined) idIn(account, 'InternalAccount')
  return { kind, target, input: account === undefined ? {} : { account }, reason: textIn(request, 'reason') }
}

/** @throws Refusal NOT_FOUND for an operator who is to be removed, CONFLICT for one with another role, INVALID_INPUT */
async function peopleRequest({ store }: Operator, request: FastifyRequest): Promise<NewRequest> {
  const kind = oneIn(request, 'kind', PEOPLE_REQUESTS)
  const reason = textIn(request, 'reason')
  if (kind === 'OPERATOR_REMOVE') {
    const { name } = await findOperator(store, textIn(request, 'target'))
    return { kind, target: name, input: {}, reason }
  }
  const role = oneIn(request, 'role', ROLES)
  return {
    kind,
    target: await nameForInvitation(store, { name: textIn(request, 'target'), role }),
    input: { role },
    reason,
  }
}

function resumeRegularly(scope: FastifyInstance, operator: Operator, log: FastifyBaseLogger): void {
  const resume = () =>
    resumeRequests(operator, RESUME_MS).catch((err) =>
      log.error({ err }, 'an approved request could not be carried out'),
    )
  const timer = setInterval(resume, RESUME_MS)
  timer.unref()
  scope.addHook('onClose', async () => clearInterval(timer))
}
