/** Sandbox sign-in: a link that works once opens a session, which the browser holds as a cookie and the database as a row. */
import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { wallClock } from '../core/clock.ts'
import { isoTime } from '../core/time.ts'
import type { Store } from '../infra/db/store.ts'
import { type Headers, type SignIn, setCookie, tokenIn } from './desk/session.ts'

export interface LinkSignIn extends SignIn {
  readonly kind: 'LINK'
  /** A code for a sign-in link; it works once. */
  newCode(): string
  /** The `Set-Cookie` value of a new session; undefined when the code is unknown or was used before. */
  redeem(code: string | undefined): Promise<string | undefined>
}

export interface SignInOptions {
  readonly store: Pick<Store, 'query'>
  /** Key of the HMAC under which session tokens are stored. */
  readonly key: KeyObject
  readonly platformId: string
  /** Whether browsers reach the dashboard over https; then the cookie is never sent over plain http. */
  readonly isSecure: boolean
}

const MONTH_SECONDS = 30 * 86_400

export function signInWith({ store, key, platformId, isSecure }: SignInOptions): LinkSignIn {
  const codes = new Set<string>()
  const hashOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url')
  const tokenHashOf = (headers: Headers): string | undefined => {
    const token = tokenIn(headers)
    return token === undefined ? undefined : hashOf(token)
  }
  const isLive = async (headers: Headers): Promise<boolean> => {
    const hash = tokenHashOf(headers)
    if (hash === undefined) return false
    return (await store.query(FIND, [platformId, hash, isoTime(wallClock())], 'find_sign_in')).length > 0
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
      await store.query(FORGET_EXPIRED, [platformId, isoTime(wallClock())])
      await store.query(ADD, [platformId, hashOf(token), expiresAt])
      return setCookie(token, MONTH_SECONDS, isSecure)
    },
    async sessionOf(headers) {
      return (await isLive(headers))
        ? { id: 'dashboard', role: 'ADMINISTRATOR', permissions: ['VIEW', 'TRANSACT', 'MANAGE'], platformId }
        : undefined
    },
    async signOut(headers, everywhere) {
      if (!(await isLive(headers))) return undefined
      if (everywhere) await store.query(END_ALL, [platformId])
      else await store.query(END, [platformId, tokenHashOf(headers)])
      return setCookie('', 0, isSecure)
    },
  }
}

const FIND = 'select 1 from dashboard_sessions where platform_id = $1 and token_hash = $2 and expires_at > $3'
const ADD = 'insert into dashboard_sessions (platform_id, token_hash, expires_at) values ($1, $2, $3)'
const END = 'delete from dashboard_sessions where platform_id = $1 and token_hash = $2'
const END_ALL = 'delete from dashboard_sessions where platform_id = $1'
const FORGET_EXPIRED = 'delete from dashboard_sessions where platform_id = $1 and expires_at <= $2'
