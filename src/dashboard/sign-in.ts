/** Sandbox sign-in: a link that works once opens a session, which the browser holds as a cookie and the database as a row. */
import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { PERMISSIONS } from '../../contract/operation.ts'
import { wallClock } from '../core/clock.ts'
import { Refusal, refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import type { TokenHead } from '../domain/platform/tokens/authenticate.ts'
import type { Store } from '../infra/db/store.ts'
import type { Caller } from '../infra/operations/handlers.ts'
import { type Headers, type Session, type SignIn, setCookie, tokenIn } from './desk/operator-session.ts'

export interface LinkSignIn extends SignIn {
  readonly kind: 'LINK'
  /** A code for a sign-in link; it works once. */
  newCode(): string
  /** The `Set-Cookie` value of a new session; undefined when the code is unknown or was used before. */
  redeem(code: string | undefined): Promise<string | undefined>
  /**
   * The session of a program that asks for a sign-in link with a token of the first platform.
   * @throws Refusal UNAUTHORIZED; FORBIDDEN when the token has fewer permissions than the session that the link opens
   */
  sessionOfToken(head: TokenHead): Promise<Session>
}

export interface SignInOptions {
  readonly store: Pick<Store, 'query'>
  /** Key of the HMAC under which session tokens are stored. */
  readonly key: KeyObject
  /** Platforms that its sessions may view; a new session begins with the first. */
  readonly platformIds: readonly [string, ...string[]]
  /** Authenticates by API token. @throws Refusal UNAUTHORIZED */
  readonly authenticate: (head: TokenHead) => Caller | Promise<Caller>
  /** Whether browsers reach the dashboard over https; then the cookie is never sent over plain http. */
  readonly isSecure: boolean
}

const MONTH_SECONDS = 30 * 86_400

export function signInWith({ store, key, platformIds, authenticate, isSecure }: SignInOptions): LinkSignIn {
  const codes = new Set<string>()
  const sessionAt = (platformId: string): Session => ({
    id: 'dashboard',
    role: 'ADMINISTRATOR',
    permissions: PERMISSIONS,
    platformId,
    platforms: platformIds,
  })
  const hashOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url')
  const tokenHashOf = (headers: Headers): string | undefined => {
    const token = tokenIn(headers)
    return token === undefined ? undefined : hashOf(token)
  }
  /** The platform that the browser's session views; undefined without a live session. */
  const viewed = async (headers: Headers): Promise<string | undefined> => {
    const hash = tokenHashOf(headers)
    if (hash === undefined) return undefined
    const values = [platformIds, hash, isoTime(wallClock())]
    const [row] = await store.query<{ platformId: string }>(FIND, values, 'find_sign_in')
    return row?.platformId
  }

  return {
    kind: 'LINK',
    newCode() {
      const code = randomBytes(16).toString('hex')
      codes.add(code)
      return code
    },
    async redeem(code) {
      if (code === undefined || !codes.delete(code)) return undefined
      const token = randomBytes(32).toString('base64url')
      const expiresAt = isoTime(wallClock() + MONTH_SECONDS * 1000)
      await store.query(FORGET_EXPIRED, [platformIds, isoTime(wallClock())])
      await store.query(ADD, [platformIds[0], hashOf(token), expiresAt])
      return setCookie(token, MONTH_SECONDS, isSecure)
    },
    async sessionOf(headers) {
      const platformId = await viewed(headers)
      if (platformId === undefined) return undefined
      return sessionAt(platformId)
    },
    async choosePlatform(headers, platformId) {
      if (!platformIds.includes(platformId)) throw new Refusal('NOT_FOUND', 'There is no such platform')
      await store.query(CHOOSE, [platformIds, tokenHashOf(headers), platformId])
    },
    async sessionOfToken(head) {
      const caller = await authenticate(head)
      const isEnough = PERMISSIONS.every((permission) => caller.permissions.includes(permission))
      if (caller.platformId !== platformIds[0] || !isEnough)
        refuse('FORBIDDEN', 'A sign-in link needs a token of the first platform with every permission')
      return sessionAt(caller.platformId)
    },
    async signOut(headers, everywhere) {
      if ((await viewed(headers)) === undefined) return undefined
      if (everywhere) await store.query(END_ALL, [platformIds])
      else await store.query(END, [platformIds, tokenHashOf(headers)])
      return setCookie('', 0, isSecure)
    },
  }
}

const FIND = `select platform_id as "platformId" from dashboard_sessions
  where platform_id = any($1::uuid[]) and token_hash = $2 and expires_at > $3`
const ADD = 'insert into dashboard_sessions (platform_id, token_hash, expires_at) values ($1, $2, $3)'
const CHOOSE = 'update dashboard_sessions set platform_id = $3 where platform_id = any($1::uuid[]) and token_hash = $2'
const END = 'delete from dashboard_sessions where platform_id = any($1::uuid[]) and token_hash = $2'
const END_ALL = 'delete from dashboard_sessions where platform_id = any($1::uuid[])'
const FORGET_EXPIRED = 'delete from dashboard_sessions where platform_id = any($1::uuid[]) and expires_at <= $2'
