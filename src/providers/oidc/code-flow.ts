/** Authorization code flow with PKCE (OpenID Connect Core §3.1, RFC 7636): signs a person in at one identity provider. */
import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import type { Clock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Get } from '../../infra/egress/public-http.ts'
import { issuerKeys } from './issuers.ts'
import type { Claims, CodeFlow } from './port.ts'

/** The identity provider, and this application's registration there. */
export interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string
}

/** Neither `none` nor symmetric algorithms. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const AHEAD_SECONDS = 5
/** The token was issued for the code that was just exchanged. */
const MAX_AGE_SECONDS = 60
const TIMEOUT_MS = 10_000
const FRESH_MS = 10 * 60_000

interface Endpoints {
  readonly authorization: string
  readonly token: string
}

const isDown = () => new Refusal('SERVICE_UNAVAILABLE', 'The identity provider does not answer; try again shortly')
const isInvalid = () => new Refusal('UNAUTHORIZED', 'The identity provider’s answer is not valid for this sign-in')

/** The address comes from the configuration, so it may be in the company's own network. Redirects are not followed. */
const get: Get = async (url) => {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { status: reply.status, body: await reply.text() }
}

export function codeFlow({ issuer, clientId, clientSecret, redirectUri }: Registration, clock: Clock): CodeFlow {
  const keys = issuerKeys(get, clock)
  let known: { readonly endpoints: Endpoints; readonly readAt: number } | undefined

  async function endpoints(): Promise<Endpoints> {
    if (known && clock.now() - known.readAt < FRESH_MS) return known.endpoints
    const read = await discover(issuer).catch(() => {
      throw isDown()
    })
    known = { endpoints: read, readAt: clock.now() }
    return read
  }

  async function exchange(code: string, verifier: string): Promise<string> {
    const { token } = await endpoints()
    // Each part is encoded as in a form before it is joined (RFC 6749 §2.3.1).
    const basic = [clientId, clientSecret].map(encodeURIComponent).join(':')
    const reply = await fetch(token, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}`, accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    }).catch(() => {
      throw isDown()
    })
    const body = (await reply.json().catch(() => undefined)) as { readonly id_token?: unknown } | undefined
    if (reply.status >= 500) throw isDown()
    if (!reply.ok || typeof body?.id_token !== 'string') throw isInvalid()
    return body.id_token
  }

  return {
    async addressFor({ state, nonce, verifier }) {
      const address = new URL((await endpoints()).authorization)
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      return address.href
    },
    async redeem(code, { nonce, verifier }) {
      const token = await exchange(code, verifier)
      const { payload } = await jwtVerify(token, keys.keysOf(issuer), {
        algorithms: ALGORITHMS,
        issuer,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: AHEAD_SECONDS,
        currentDate: new Date(clock.now()),
      }).catch((error) => {
        throw error instanceof errors.JOSEError ? isInvalid() : error
      })
      // With several audiences the token was issued to `azp`, which must be this application.
      const isOwn = payload.azp === undefined ? typeof payload.aud === 'string' : payload.azp === clientId
      if (payload.nonce !== nonce || !isOwn || !payload.sub) throw isInvalid()
      return payload
    },
  }
}

/** @throws Error unless the document is the issuer's and names endpoints that are as safe as the issuer itself */
async function discover(issuer: string): Promise<Endpoints> {
  const { status, body } = await get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const document = JSON.parse(body) as Claims
  if (status !== 200 || document.issuer !== issuer) throw new Error('This is not the issuer’s discovery document')
  const endpoint = (name: string): string => {
    const url = new URL(String(document[name]))
    if (url.protocol !== 'https:' && !issuer.startsWith('http:')) throw new Error(`${name} is not https`)
    return url.href
  }
  return { authorization: endpoint('authorization_endpoint'), token: endpoint('token_endpoint') }
}
