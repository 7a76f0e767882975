/** Access to the dashboard's routes: each needs an action of the matrix, which the role of the session must have. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DASHBOARD_ACCESS, mayDo, OPERATOR_ACTIONS } from '../../../contract/operators/operators.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'
import type { Rate } from '../../infra/limits/rate-limit.ts'
import { callerFrom, isOwnPage, noPlatform, type Session, type SignIn } from './operator-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Session of the dashboard; absent on its public routes. */
    session?: Session
  }
}

/** Challenges and attempts to sign in from one network address. */
export const SIGN_IN_RATE: Rate = { name: 'sign-in', quota: 50, seconds: 1 }

const methodOf = (method: string) => (method === 'HEAD' ? 'GET' : method)
/** `GET /dashboard-api/payments/{id}`, as in the table of access. */
const routeName = (method: string, url: string): string => `${methodOf(method)} ${url.replace(/:(\w+)/g, '{$1}')}`

/**
 * Guards the routes that are added to this scope.
 * @param limit of requests from one network address to sign in, `SIGN_IN_RATE`
 * @throws Error at a route that the table of access does not have
 */
export function guardRoutes(scope: FastifyInstance, signIn: SignIn, limit: (address: string) => void): void {
  scope.decorateRequest('session')
  scope.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat().map((one) => routeName(one, url)))
      if (!(name in DASHBOARD_ACCESS)) throw new Error(`${name} has no entry in DASHBOARD_ACCESS`)
  })
  scope.addHook('onRequest', async (request) => {
    const { method, headers } = request
    const access = DASHBOARD_ACCESS[routeName(method, request.routeOptions.url as string)]
    // A browser sends no token by itself, so a page of another site cannot make a request with one.
    if (access === 'createSignInLink' && headers.authorization !== undefined && signIn.sessionOfToken) {
      request.session = await signIn.sessionOfToken({ headers, address: () => request.ip })
      return
    }
    // The cookie alone must not permit a change: another site's page could make a request with it.
    const isTrusted = methodOf(method) === 'GET' || isOwnPage(headers)
    if (!access || !isTrusted) throw signInFirst(signIn)
    if (access === 'PUBLIC') return methodOf(method) === 'GET' ? undefined : limit(request.ip)
    const session = await signIn.sessionOf(headers)
    if (!session) throw signInFirst(signIn)
    request.session = session
    request.caller = callerFrom(session)
    if (!mayDo(session.role, access))
      refuse('FORBIDDEN', `This needs the role ${OPERATOR_ACTIONS[access].roles.join(' or ')}`, { action: access })
  })
  // The routes read each parameter as one text.
  scope.addHook('preHandler', async ({ query }) => {
    for (const [name, value] of Object.entries(query as object))
      if (typeof value !== 'string') refuseField('INVALID_INPUT', name, 'must be given once')
  })
}

/** The session of a guarded route. */
export const sessionOf = ({ session }: FastifyRequest): Session => session as Session

/** The platform that the session views. @throws Refusal NOT_FOUND while there is none */
export const platformOf = (request: FastifyRequest): string => sessionOf(request).platformId ?? noPlatform()

const signInFirst = ({ kind }: SignIn) =>
  new Refusal(
    'UNAUTHORIZED',
    kind === 'LINK'
      ? 'Open the dashboard with the link that the process printed at its start'
      : 'Sign in with your passkey',
  )
