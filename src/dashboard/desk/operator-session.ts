/** Dashboard session: the signed-in person, for every kind of sign-in, and the cookie. */

import { PLATFORM_HEADER } from '../../../contract/dashboard.ts'
import type { Permission } from '../../../contract/operation.ts'
import type { Role } from '../../../contract/operators/operators.ts'
import { bareId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import type { TokenHead } from '../../domain/platform/tokens/authenticate.ts'
import type { Caller } from '../../infra/operations/handlers.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface Session {
  readonly id: string
  readonly role: Role
  /** Permissions in the public API. */
  readonly permissions: readonly Permission[]
  /** The platform being viewed; undefined while there is none. */
  readonly platformId: string | undefined
  /** Ids of the platforms that it may view. */
  readonly platforms: 'ALL' | readonly string[]
  /** Absent in the sandbox, whose link belongs to no person. */
  readonly operator?: { readonly id: string; readonly name: string }
}

/** Origin of a person's action. */
export interface From {
  readonly address: string
  readonly requestId: string
}

export interface SignIn {
  readonly kind: 'LINK' | 'PASSKEY'
  /** The browser's session; undefined without a live one. */
  sessionOf(headers: Headers): Promise<Session | undefined>
  /** Sets the platform being viewed. @throws Refusal NOT_FOUND for one that is unknown, or that the session may not view */
  choosePlatform(headers: Headers, platformId: string): Promise<void>
  /** Absent where programs get no sign-in links. */
  sessionOfToken?(head: TokenHead): Promise<Session>
  /**
   * Ends this browser's session, or with `everywhere` all of its person, or in the sandbox of its platform.
   * @returns the `Set-Cookie` value that clears the cookie; undefined without a live session
   */
  signOut(headers: Headers, everywhere: boolean, from?: From): Promise<string | undefined>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const COOKIE = 'causeway_sign_in'
/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/

/** `Set-Cookie` value. @param isSecure whether browsers reach the dashboard over https */
export const setCookie = (value: string, seconds: number, isSecure: boolean): string =>
  `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

/** The token in the cookie; undefined for malformed ones. */
export function tokenIn({ cookie }: Headers): string | undefined {
  const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(String(cookie ?? ''))?.[1]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** Whether the request has the header that pages of other sites cannot send. */
export const isOwnPage = (headers: Headers): boolean => headers['x-causeway-dashboard'] !== undefined

/** @throws Refusal NOT_FOUND */
export const noPlatform = (): never => refuse('NOT_FOUND', 'There is no platform yet: causeway platforms create <name>')

/** The session as a caller of the API; undefined while there is no platform. */
export function callerFrom({ platformId, permissions, operator }: Session): Caller | undefined {
  if (platformId === undefined) return undefined
  return operator
    ? { platformId, permissions, tokenId: `operator ${operator.id}`, operator }
    : { platformId, permissions, tokenId: 'dashboard' }
}

/**
 * The platform that a page reads instead of the one that the session views: the other side of a UMA payment. Undefined
 * without the header. @throws Refusal NOT_FOUND for one that the session may not view
 */
function platformIn(headers: Headers, { platforms }: Session): string | undefined {
  const named = headers[PLATFORM_HEADER]
  if (named === undefined) return undefined
  const platformId = bareId(String(named))
  const mayView = platforms === 'ALL' ? UUID.test(platformId) : platforms.includes(platformId)
  return mayView ? platformId : refuse('NOT_FOUND', 'There is no such platform')
}

/** @throws Refusal NOT_FOUND while there is no platform */
async function ownCaller(signIn: SignIn, headers: Headers): Promise<Caller | undefined> {
  const session = isOwnPage(headers) ? await signIn.sessionOf(headers) : undefined
  if (!session) return undefined
  return callerFrom({ ...session, platformId: platformIn(headers, session) ?? session.platformId }) ?? noPlatform()
}

interface TokenCallers {
  /** @throws Refusal UNAUTHORIZED */
  authenticate(head: TokenHead): Caller | Promise<Caller>
}

/** Authenticates by token, or by the dashboard's cookie where a request carries no token. @throws Refusal UNAUTHORIZED */
export const browserOrToken =
  (signIn: () => SignIn | undefined, tokens: TokenCallers) =>
  (head: TokenHead): Caller | Promise<Caller> => {
    const { headers } = head
    const byToken = () => tokens.authenticate(head)
    const dashboard = headers.authorization === undefined && headers.cookie !== undefined ? signIn() : undefined
    return dashboard ? ownCaller(dashboard, headers).then((caller) => caller ?? byToken()) : byToken()
  }
