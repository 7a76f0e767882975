/** Routes of queues, and of requests that need two people: made by one operator, decided by another. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { INVITATION_PAGE, OPERATOR_PATHS, ROLES } from '../../../contract/operators/operators.ts'
import type { QueueList } from '../../../contract/operators/queues.ts'
import {
  CREDITING,
  DECISIONS,
  DONE_AT_ONCE,
  type InvitationLink,
  PEOPLE_REQUESTS,
  REQUEST_KINDS,
  type RequestKind,
} from '../../../contract/operators/requests.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import { idIn, type Operator } from '../../operator/operator.ts'
import { carryOut, doAtOnce, resumeRequests, takeInvitation } from '../../operator/people/carry-out.ts'
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
import { openQueues } from '../../operator/queues/queues.ts'
import { sessionOf } from './access.ts'
import { assertionIn, oneIn, optionalIn, textIn, uuidIn } from './body.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'

/** Time after which an approved request that was not executed is retried. */
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
  scope.get(OPERATOR_PATHS.tasks, async (request): Promise<QueueList> => {
    const [entries, requests] = await Promise.all([openQueues(operator), listRequests(store, personIn(request).id)])
    return { entries, requests }
  })
  scope.post(OPERATOR_PATHS.requestTask, async (request, reply) => {
    const asked = await queueRequest(operator, request)
    if (asked.kind === 'OPERATOR_INVITE' || !DONE_AT_ONCE.includes(asked.kind))
      return reply.code(201).send(await makeRequest(store, asked, personIn(request)))
    await doAtOnce(operator, { ...asked, kind: asked.kind }, personIn(request))
    return reply.code(204).send()
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

/** @throws Refusal INVALID_STATE_TRANSITION for an entry that is not open, INVALID_INPUT, INTERNAL_ACCOUNT_NOT_FOUND */
async function queueRequest(operator: Operator, request: FastifyRequest): Promise<NewRequest> {
  const kind = oneIn(request, 'kind', Object.keys(REQUEST_KINDS) as RequestKind[])
  const target = textIn(request, 'target')
  const reason = textIn(request, 'reason')
  const account = optionalIn(request, 'account')
  const entry = (await openQueues(operator)).find(({ id }) => id === target)
  if (!entry) refuse('INVALID_STATE_TRANSITION', 'There is no such open task')
  if (!entry.kinds.includes(kind)) refuseField('INVALID_INPUT', 'kind', 'is not possible for this task')
  if (account !== undefined && !CREDITING.includes(kind))
    refuseField('INVALID_INPUT', 'account', 'is for money that is credited')
  if (account === undefined && kind === 'SUSPENSE_RELEASE')
    refuseField('INVALID_INPUT', 'account', 'must name the account to credit')
  if (account !== undefined) idIn(account, 'InternalAccount')
  return { kind, target, input: account === undefined ? {} : { account }, reason }
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
    resumeRequests(operator, RESUME_MS).catch((err) => log.error({ err }, 'an approved request could not be executed'))
  const timer = setInterval(resume, RESUME_MS)
  timer.unref()
  scope.addHook('onClose', async () => clearInterval(timer))
}
