/** Sign-in through the company's identity provider: begun by the page, ended by the provider's redirect. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  OPERATOR_PATHS,
  type ProviderAddress,
  SIGN_IN_FAULT,
  type SignInFault,
} from '../../../contract/operators/operators.ts'
import { Refusal } from '../../core/refusal.ts'
import { admitIdentity } from '../../operator/people/identities.ts'
import { issueChallenge, type PasskeyNeeds, spendChallenge } from '../../operator/people/passkeys.ts'
import { startSession } from '../../operator/people/sessions.ts'
import type { FlowSecrets } from '../../providers/oidc/port.ts'
import { fromOf } from './desk-routes.ts'
import type { Company, PasskeySignIn } from './passkey-sign-in.ts'

const PURPOSE = 'SIGN_IN COMPANY'
const COOKIE = 'causeway_sign_in_provider'
const MINUTES_5 = 300

/**
 * Everything that a sign-in must keep secret follows from one value in the browser's cookie; the database has only a
 * hash of the state, which is deleted when it is used.
 */
function deriveSecrets({ key }: PasskeyNeeds, seed: string): FlowSecrets {
  const derive = (use: string) => createHmac('sha256', key).update(`${use} ${seed}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/** The redirect comes from another site, which browsers send no `SameSite=Strict` cookie with. */
const seedCookie = (seed: string, seconds: number, isSecure: boolean): string =>
  `${COOKIE}=${seed}; HttpOnly; SameSite=Lax; Path=${OPERATOR_PATHS.providerReturn}; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

const seedIn = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(String(headers.cookie ?? ''))?.[1]

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

type Returned = FastifyRequest<{ Querystring: Readonly<Record<string, string | undefined>> }>

export function addCompanySignIn(scope: FastifyInstance, signIn: PasskeySignIn, { flow, rules }: Company): void {
  const { people, isSecure } = signIn
  scope.post(OPERATOR_PATHS.askProvider, async (_request, reply) => {
    const seed = randomBytes(32).toString('base64url')
    const secrets = deriveSecrets(people, seed)
    const answer: ProviderAddress = { url: await flow.addressFor(secrets) }
    await issueChallenge(people, PURPOSE, secrets.state)
    return reply.header('set-cookie', seedCookie(seed, MINUTES_5, isSecure)).send(answer)
  })

  /** @throws Refusal UNAUTHORIZED for a redirect that this browser has not asked for, or that was used; FORBIDDEN; SERVICE_UNAVAILABLE */
  async function enter(request: Returned): Promise<string> {
    const { code, state = '', iss } = request.query
    const seed = seedIn(request)
    const secrets = seed === undefined ? undefined : deriveSecrets(people, seed)
    const isOwn =
      secrets !== undefined && isSame(state, secrets.state) && (await spendChallenge(people, state, PURPOSE))
    // With `iss` a provider says that it is the one that was asked (RFC 9207).
    if (!isOwn || code === undefined || (iss !== undefined && iss !== rules.issuer))
      throw new Refusal('UNAUTHORIZED', 'This sign-in was not begun here, has been used, or was refused there')
    const claims = await flow.redeem(code, secrets)
    return startSession(people, await admitIdentity(people.store, claims, rules, fromOf(request)), fromOf(request))
  }

  scope.get(OPERATOR_PATHS.providerReturn, async (request: Returned, reply) => {
    const ended = seedCookie('', 0, isSecure)
    try {
      return reply.header('set-cookie', [signIn.cookieFor(await enter(request)), ended]).redirect('/')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'UNAUTHORIZED')
        scope.security('authentication.refused', {
          outcome: 'refused',
          operation: `GET ${OPERATOR_PATHS.providerReturn}`,
          address: request.ip,
          requestId: request.id,
          refusal: error.code,
        })
      return reply.header('set-cookie', ended).redirect(`/?${SIGN_IN_FAULT}=${faultOf(error)}`)
    }
  })
}

const faultOf = ({ code }: Refusal): SignInFault =>
  code === 'FORBIDDEN' ? 'not-admitted' : code === 'SERVICE_UNAVAILABLE' ? 'unavailable' : 'invalid'
