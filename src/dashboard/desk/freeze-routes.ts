/** Routes of freezes: made at once by one operator, released by two. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FREEZABLE_WHOLES, type FreezeList } from '../../../contract/operators/freezes.ts'
import { mayDo, OPERATOR_ACTIONS, OPERATOR_PATHS } from '../../../contract/operators/operators.ts'
import { refuse } from '../../core/refusal.ts'
import { freeze, listFreezes, type Subject, subjectIn } from '../../operator/freezes/freezes.ts'
import type { Operator } from '../../operator/operator.ts'
import { actorOf, listRequests, makeRequest } from '../../operator/people/requests.ts'
import { sessionOf } from './access.ts'
import { textIn } from './body.ts'
import { personIn } from './request-routes.ts'

export function addFreezes(scope: FastifyInstance, operator: Operator): void {
  const { store } = operator
  scope.get(OPERATOR_PATHS.freezes, async (request): Promise<FreezeList> => {
    const [freezes, requests] = await Promise.all([listFreezes(operator), listRequests(store, personIn(request).id)])
    return { freezes, requests: requests.filter(({ kind }) => kind === 'FREEZE_RELEASE') }
  })
  scope.post(OPERATOR_PATHS.freezes, async (request, reply) => {
    const { key } = allowedSubject(request)
    const { address, requestId, ...person } = personIn(request)
    const acting = { actor: actorOf(person), reason: textIn(request, 'reason'), address, requestId }
    return reply.code(201).send(await freeze(operator, key, acting))
  })
  scope.post(OPERATOR_PATHS.requestRelease, async (request, reply) => {
    const { key } = allowedSubject(request)
    const frozen = (await listFreezes(operator)).find(({ subject }) => subject === key)
    if (!frozen) refuse('INVALID_STATE_TRANSITION', `${key} is not frozen`)
    const asked = {
      kind: 'FREEZE_RELEASE',
      target: key,
      input: { since: frozen.since },
      reason: textIn(request, 'reason'),
    } as const
    return reply.code(201).send(await makeRequest(store, asked, personIn(request)))
  })
}

/** @throws Refusal INVALID_INPUT; FORBIDDEN for a platform or a rail, unless the role may stop them */
function allowedSubject(request: FastifyRequest): Subject {
  const subject = subjectIn(textIn(request, 'subject'))
  if (FREEZABLE_WHOLES.includes(subject.resource) && !mayDo(sessionOf(request).role, 'freezeWhole'))
    refuse('FORBIDDEN', `This needs the role ${OPERATOR_ACTIONS.freezeWhole.roles.join(' or ')}`, {
      action: 'freezeWhole',
    })
  return subject
}
