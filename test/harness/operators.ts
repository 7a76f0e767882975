/** Operators in tests: invited, with a software authenticator, and signed in to a service over HTTP. */
import { pathTo } from '../../client/request.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { OPERATOR_PATHS, type PasskeyChallenge, type Role } from '../../contract/operators/operators.ts'
import type { Decision, DecisionChallenge } from '../../contract/operators/requests.ts'
import { inviteOperator } from '../../src/operator/people/operators.ts'
import { DESK, type TestApp } from './app.ts'
import { newAuthenticator } from './authenticator.ts'

export interface Answer {
  readonly status: number
  readonly body: any
  readonly cookie: string | undefined
}

/** A read of the public API, as the dashboard makes it. */
export const OVERVIEW = `/${API_VERSION}${pathTo('getOverview')}`

/** Sends a request as the pages do. @param headers instead of those of the dashboard's own pages */
export async function asPage(
  app: TestApp,
  method: string,
  path: string,
  {
    body,
    cookie,
    headers = { 'x-causeway-dashboard': '1' },
  }: { body?: object; cookie?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const reply = await fetch(app.origin + path, {
    method,
    headers: { ...headers, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    body: text === '' ? undefined : JSON.parse(text),
    cookie: reply.headers.get('set-cookie')?.split(';')[0],
  }
}

export const newDevice = () => newAuthenticator({ origin: DESK.origins[0] as string, rpId: DESK.rpId })
type Device = ReturnType<typeof newDevice>

/** The code of an invitation, as the command line prints it. */
export const invite = async (app: TestApp, name: string, role: Role): Promise<string> =>
  (
    await app.store.transaction((query) =>
      inviteOperator(query, app.app.keys.signIn, { name, role }, { actor: { kind: 'COMMAND_LINE', name: 'test' } }),
    )
  ).code

/** Opens a link and registers the passkey of a device. */
export async function accept(app: TestApp, code: string, device: Device = newDevice()): Promise<Answer> {
  const opened = await asPage(app, 'POST', OPERATOR_PATHS.openInvitation, { body: { code } })
  if (opened.status !== 200) return opened
  const { challenge } = opened.body as PasskeyChallenge
  const body = { code, challenge, attestation: device.register(challenge) }
  return asPage(app, 'POST', OPERATOR_PATHS.acceptInvitation, { body })
}

export async function signIn(app: TestApp, device: Device): Promise<Answer> {
  const { challenge } = (await asPage(app, 'POST', OPERATOR_PATHS.askSignIn)).body as PasskeyChallenge
  return asPage(app, 'POST', OPERATOR_PATHS.signIn, { body: { challenge, assertion: device.assert(challenge) } })
}

/** An operator who is signed in. */
export async function operator(app: TestApp, name: string, role: Role) {
  const device = newDevice()
  const { cookie } = await accept(app, await invite(app, name, role), device)
  return {
    name,
    device,
    cookie: cookie as string,
    get: (path: string) => asPage(app, 'GET', path, { cookie }),
    post: (path: string, body?: object) => asPage(app, 'POST', path, { cookie, ...(body && { body }) }),
  }
}
export type Person = Awaited<ReturnType<typeof operator>>

/** The challenge of a decision about a request. */
export const askDecision = (who: Person, id: string, decision: Decision): Promise<Answer> =>
  who.post(OPERATOR_PATHS.askDecision.replace('{id}', id), { decision })

/** Decides with a passkey. @param device in place of the person's own */
export async function decide(who: Person, id: string, decision: Decision, device = who.device): Promise<Answer> {
  const given = await askDecision(who, id, decision)
  if (given.status !== 200) return given
  const { nonce, challenge } = given.body as DecisionChallenge
  return who.post(OPERATOR_PATHS.decideRequest.replace('{id}', id), {
    decision,
    nonce,
    note: 'I called as well',
    assertion: device.assert(challenge),
  })
}
