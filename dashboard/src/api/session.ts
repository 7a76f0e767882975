/** Session of this browser: the signed-in person, sign-in with a passkey, and permitted actions. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { askBrowser, assertionOf, attestationOf } from '../../../client/passkeys.ts'
import type { AuditVerification, AuditView } from '../../../contract/operators/audit.ts'
import {
  mayDo,
  OPERATOR_PATHS,
  type OpenedInvitation,
  type OperatorAction,
  type OperatorView,
  type PasskeyChallenge,
  type ProviderAddress,
  type SessionRowView,
  type SessionView,
} from '../../../contract/operators/operators.ts'
import { ask, send } from './client.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => ask<SessionView>(OPERATOR_PATHS.session),
})

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: () => ask<OperatorView[]>(OPERATOR_PATHS.operators),
})

export const operatorSessionsQuery = queryOptions({
  queryKey: ['operator-sessions'],
  queryFn: () => ask<SessionRowView[]>(OPERATOR_PATHS.sessions),
})

export interface AuditSearch {
  readonly actor?: string
  readonly action?: string
  readonly outcome?: string
  readonly name?: string
  readonly before?: string
}

export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit-chain', search],
    queryFn: () => ask<AuditView>(`${OPERATOR_PATHS.audit}?${new URLSearchParams({ ...search })}`),
    placeholderData: keepPreviousData,
  })

export const verifyAuditChain = () => ask<AuditVerification>(OPERATOR_PATHS.verifyAudit)

export const useSession = (): SessionView | undefined => useQuery(sessionQuery).data

/** Whether the operator's role has an action. False until the session is known. */
export function useMay(action: OperatorAction): boolean {
  const role = useSession()?.session?.role
  return role !== undefined && mayDo(role, action)
}

/** For the attribute that hides actions that this session may not call. */
export const permissionsOf = ({ session }: SessionView): string => (session?.permissions ?? []).join(' ')

/** Asks the authenticator to sign a challenge. @throws Error when the person does not choose a passkey */
export const signChallenge = async ({ challenge, rpId }: PasskeyChallenge) =>
  assertionOf(
    await askBrowser({ optionsJSON: { challenge, rpId, allowCredentials: [], userVerification: 'required' } }),
  )

/** @throws ApiError; Error when the person does not choose a passkey */
export async function signInWithPasskey(): Promise<void> {
  const asked = await send<PasskeyChallenge>(OPERATOR_PATHS.askSignIn)
  await send(OPERATOR_PATHS.signIn, { challenge: asked.challenge, assertion: await signChallenge(asked) })
}

/** Leaves the page for the identity provider, which sends the browser back signed in. @throws ApiError */
export async function signInAtProvider(): Promise<void> {
  window.location.assign((await send<ProviderAddress>(OPERATOR_PATHS.askProvider)).url)
}

export const openInvitation = (code: string) => send<OpenedInvitation>(OPERATOR_PATHS.openInvitation, { code })

/** Creates a passkey on this device, and signs in with it. @throws ApiError; Error when the person does not create one */
export async function acceptInvitation(code: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challenge, rpId, operator } = await openInvitation(code)
  const created = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: 'Causeway' },
      user: { id: operator.userHandle, name: operator.name, displayName: operator.name },
      pubKeyCredParams: [-7, -257, -8].map((alg) => ({ alg, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    },
  })
  await send(OPERATOR_PATHS.acceptInvitation, { code, challenge, attestation: attestationOf(created) })
}

export const choosePlatform = (platformId: string) => send(OPERATOR_PATHS.choosePlatform, { platformId })
export const noteActivity = () => send(OPERATOR_PATHS.activity)
export const endOperatorSession = (id: string) => send(OPERATOR_PATHS.endSession.replace('{id}', id))
