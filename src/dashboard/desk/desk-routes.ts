/** Routes of operators: sign-in with a passkey, invitations, sessions, and the list of people. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { OPERATOR_PATHS, type SessionView } from '../../../contract/operators/operators.ts'
import { wireId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import { listAudit } from '../../operator/people/list-audit.ts'
import { listOperators } from '../../operator/people/operators.ts'
import {
  acceptInvitation,
  issueSignInChallenge,
  openInvitation,
  verifyOperator,
} from '../../operator/people/passkeys.ts'
import { endSession, listSessions, noteActivity, startSession } from '../../operator/people/sessions.ts'
import { verifyChain } from '../../operator/people/verify-chain.ts'
import { sessionOf } from './access.ts'
import { assertionIn, attestationIn, auditFilterIn, textIn, uuidIn } from './body.ts'
import type { From, Session, SignIn } from './operator-session.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'

export const fromOf = ({ ip, id }: FastifyRequest): From => ({ address: ip, requestId: id })

/** Actor of a session, for the audit chain. */
export const actorOf = ({ operator }: Session) => ({ kind: 'OPERATOR', ...operator }) as const

/** Routes of the signed-in person and the platform that they view; also in the sandbox. */
export function addSession(scope: FastifyInstance, store: Store, signIn: SignIn | PasskeySignIn): void {
  scope.get(OPERATOR_PATHS.session, async (request): Promise<SessionView> => {
    const [session, installations, platforms] = await Promise.all([
      signIn.sessionOf(request.headers),
      store.query<{ mode: SessionView['mode'] }>('select mode from installation'),
      store.query<{ id: string; name: string }>('select id, name from platforms order by created_at, id'),
    ])
    const mode = installations[0]?.mode ?? 'sandbox'
    const provider = 'company' in signIn && signIn.company ? new URL(signIn.company.rules.issuer).host : undefined
    if (!session) return { mode, signIn: signIn.kind, ...(provider && { provider }) }
    const { operator, role, permissions, platformId, platforms: viewable } = session
    const seen = viewable === 'ALL' ? platforms : platforms.filter(({ id }) => viewable.includes(id))
    return {
      mode,
      signIn: signIn.kind,
      session: {
        ...(operator && { operator }),
        role,
        permissions,
        ...(platformId !== undefined && { platformId: wireId('PlatformConfig', platformId) }),
        platforms: seen.map(({ id, name }) => ({ id: wireId('PlatformConfig', id), name })),
      },
    }
  })
  scope.post(OPERATOR_PATHS.choosePlatform, async (request, reply) => {
    await signIn.choosePlatform(request.headers, uuidIn(request, 'platformId'))
    return reply.code(204).send()
  })
}

/** Routes that only operators with passkeys have. */
export function addDesk(scope: FastifyInstance, store: Store, signIn: PasskeySignIn): void {
  const { people } = signIn
  addPasskeyRoutes(scope, signIn)
  scope.post(OPERATOR_PATHS.activity, async (request, reply) => {
    await noteActivity(people, sessionOf(request).id)
    return reply.code(204).send()
  })
  scope.get(OPERATOR_PATHS.audit, (request) => listAudit(store, auditFilterIn(request)))
  scope.get(OPERATOR_PATHS.verifyAudit, () => verifyChain(store))
  scope.get(OPERATOR_PATHS.operators, () => listOperators(store))
  scope.get(OPERATOR_PATHS.sessions, (request) => listSessions(people, sessionOf(request).id))
  scope.post(
    OPERATOR_PATHS.endSession.replace('{id}', ':id'),
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const acting = { actor: actorOf(sessionOf(request)), ...fromOf(request) }
      await endSession(people, { id: uuidIn(request, 'id', request.params) }, acting)
      return reply.code(204).send()
    },
  )
}

function addPasskeyRoutes(scope: FastifyInstance, signIn: PasskeySignIn): void {
  const { people } = signIn
  scope.post(OPERATOR_PATHS.askSignIn, () => issueSignInChallenge(people))
  scope.post(OPERATOR_PATHS.signIn, async (request, reply) => {
    const proof = { challenge: textIn(request, 'challenge'), assertion: assertionIn(request) }
    const operator = await verifyOperator(people, proof)
    const token = await startSession(people, operator, fromOf(request))
    return reply.header('set-cookie', signIn.cookieFor(token)).code(204).send()
  })
  scope.post(OPERATOR_PATHS.openInvitation, (request) => openInvitation(people, textIn(request, 'code')))
  scope.post(OPERATOR_PATHS.acceptInvitation, async (request, reply) => {
    const answer = {
      code: textIn(request, 'code'),
      challenge: textIn(request, 'challenge'),
      attestation: attestationIn(request),
    }
    const operator = await acceptInvitation(people, answer, fromOf(request))
    // They sign in at their identity provider, which may have withdrawn their access.
    if (operator.hasIdentity) return reply.code(204).send()
    const token = await startSession(people, operator, fromOf(request))
    return reply.header('set-cookie', signIn.cookieFor(token)).code(204).send()
  })
}
