/** Production sign-in: operators with passkeys or through their company's identity provider, each under their own name and role. */
import { OPERATOR_PERMISSIONS } from '../../../contract/operators/operators.ts'
import type { IdentityRules } from '../../operator/people/identities.ts'
import type { PasskeyNeeds } from '../../operator/people/passkeys.ts'
import { choosePlatform, endSession, findSession, SESSION_MS } from '../../operator/people/sessions.ts'
import type { CodeFlow } from '../../providers/oidc/port.ts'
import { type Headers, type SignIn, setCookie, tokenIn } from './operator-session.ts'

/** The company's identity provider. */
export interface Company {
  readonly flow: CodeFlow
  readonly rules: IdentityRules
}

export interface PasskeySignIn extends SignIn {
  readonly kind: 'PASSKEY'
  readonly people: PasskeyNeeds
  /** Absent: operators sign in with passkeys only. */
  readonly company: Company | undefined
  /** Whether browsers reach the dashboard over https; then no cookie is sent over plain http. */
  readonly isSecure: boolean
  /** `Set-Cookie` value of a session. */
  cookieFor(token: string): string
}

/** @param needs `place` is where the dashboard is served */
export function passkeySignIn(people: PasskeyNeeds, company?: Company): PasskeySignIn {
  const isSecure = people.place.origins.every((origin) => origin.startsWith('https:'))
  const found = async (headers: Headers) => {
    const token = tokenIn(headers)
    return token === undefined ? undefined : findSession(people, token)
  }
  return {
    kind: 'PASSKEY',
    people,
    company,
    isSecure,
    cookieFor: (token) => setCookie(token, SESSION_MS / 1000, isSecure),
    async sessionOf(headers) {
      const session = await found(headers)
      if (!session) return undefined
      const { id, operatorId, name, role, platformId } = session
      return {
        id,
        role,
        permissions: OPERATOR_PERMISSIONS,
        platformId: platformId ?? undefined,
        platforms: 'ALL',
        operator: { id: operatorId, name },
      }
    },
    async choosePlatform(headers, platformId) {
      const session = await found(headers)
      if (session) await choosePlatform(people, session.id, platformId)
    },
    async signOut(headers, everywhere, from) {
      const session = await found(headers)
      if (!session) return undefined
      const actor = { kind: 'OPERATOR', id: session.operatorId, name: session.name } as const
      await endSession(people, everywhere ? { ofSession: session.id } : { id: session.id }, { actor, ...from })
      return setCookie('', 0, isSecure)
    },
  }
}
