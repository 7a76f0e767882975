/** Dashboard sign-in: a link that works once opens a session, which the browser holds as a cookie and the database as a row. */
import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { wallClock } from '../core/clock.ts'
import { isoTime } from '../core/time.ts'
import type { Store } from '../infra/db/store.ts'
import type { Caller } from '../infra/operations/handlers.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface SignIn {
  /** A code for a sign-in link; it works once. */
  newCode(): string
  /** The `Set-Cookie` value of a new session; undefined when the code is unknown or was used before. */
  redeem(code: string | undefined): Promise<string | undefined>
  /** The platform that the browser's session belongs to; undefined without a live session. */
  platformOf(headers: Headers): Promise<string | undefined>
  /** The session as a caller of the API. Requires a header that pages of other sites cannot send. */
  callerOf(headers: Headers): Promise<Caller | undefined>
  /**
   * Ends this browser's session, or all sessions of its platform.
   * @returns the `Set-Cookie` value that clears the cookie; undefined without a live session
   */
  signOut(headers: Headers, everywhere: boolean): Promise<string | undefined>
}

export interface SignInOptions {
  readonly store: Pick<Store, 'query'>
  /** Key of the HMAC under which session tokens are stored. */
  readonly key: KeyObject
  readonly platformId: string
  /** Whether browsers reach the dashboard over https; then the cookie is never sent over plain http. */
  readonly isSecure: boolean
}

const COOKIE = 'causeway_sign_in'
const OWN_HEADER = 'x-causeway-dashboard'
const MONTH_SECONDS = 30 * 86_400
/** 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/

export function signInWith({ store, key, platformId, isSecure }: SignInOptions): SignIn {
  const codes = new Set<string>()
  const setCookie = (value: string, seconds: number) =>
    `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
  const hashOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url')
  const tokenHashOf = ({ cookie }: Headers): string | undefined => {
    const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(String(cookie ?? ''))?.[1]
    return token !== undefined && TOKEN.test(token) ? hashOf(token) : undefined
  }

  async function platformOf(headers: Headers): Promise<string | undefined> {
    const hash = tokenHashOf(headers)
    const isLive =
      hash !== undefined && (await store.query(FIND, [platformId, hash, isoTime(wallClock())], 'find_sign_in'))[0]
    return isLive ? platformId : undefined
  }

  return {
    newCode() {
      const code = randomBytes(16).toString('hex')
      codes.add(code)
      return code
    },
    async redeem(code) {
      if (code === undefined || !codes.delete(code)) return undefined
      const token = randomBytes(32).toString('base64url')
      const expiresAt = isoTime(wallClock() + MONTH_SECONDS * 1000)
      await store.query(FORGET_EXPIRED, [platformId, isoTime(wallClock())])
      await store.query(ADD, [platformId, hashOf(token), expiresAt])
      return setCookie(token, MONTH_SECONDS)
    },
    platformOf,
    async callerOf(headers) {
      if (headers[OWN_HEADER] === undefined || headers.cookie === undefined) return undefined
      const platform = await platformOf(headers)
      return platform === undefined
        ? undefined
        : { platformId: platform, tokenId: 'dashboard', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] }
    },
    async signOut(headers, everywhere) {
      if ((await platformOf(headers)) === undefined) return undefined
      if (everywhere) await store.query(END_ALL, [platformId])
      else await store.query(END, [platformId, tokenHashOf(headers)])
      return setCookie('', 0)
    },
  }
}

interface TokenCallers {
  /** @throws Refusal UNAUTHORIZED */
  authenticate(authorization: string | undefined): Caller | Promise<Caller>
}

/** Authenticates by token, or by the dashboard's cookie where a request carries no token. @throws Refusal UNAUTHORIZED */
export const browserOrToken =
  (signIn: () => SignIn | undefined, tokens: TokenCallers) =>
  (headers: Headers): Caller | Promise<Caller> => {
    const byToken = () => tokens.authenticate(headers.authorization as string | undefined)
    const dashboard = headers.authorization === undefined && headers.cookie !== undefined ? signIn() : undefined
    return dashboard ? dashboard.callerOf(headers).then((caller) => caller ?? byToken()) : byToken()
  }

const FIND = 'select 1 from dashboard_sessions where platform_id = $1 and token_hash = $2 and expires_at > $3'
const ADD = 'insert into dashboard_sessions (platform_id, token_hash, expires_at) values ($1, $2, $3)'
const END = 'delete from dashboard_sessions where platform_id = $1 and token_hash = $2'
const END_ALL = 'delete from dashboard_sessions where platform_id = $1'
const FORGET_EXPIRED = 'delete from dashboard_sessions where platform_id = $1 and expires_at <= $2'
