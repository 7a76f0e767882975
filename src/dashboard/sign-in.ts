/** Owns signing in to the dashboard: by a link that works once, into a cookie that only this server can make. */
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../infra/http/handlers.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface SignIn {
  /** A code for a sign-in link; it works once. */
  newCode(): string
  /** The cookie to set, when the code is one that was not used yet. */
  redeem(code: string | undefined): string | undefined
  /** The platform whose dashboard the browser is signed in to. */
  platformOf(headers: Headers): string | undefined
  /** The same as a caller of the API: only for requests with a header that no other site's page can send. */
  callerOf(headers: Headers): Caller | undefined
}

const COOKIE = 'causeway_sign_in'
const OWN_HEADER = 'x-causeway-dashboard'
const MONTH_SECONDS = 30 * 86_400

export function signInWith(key: KeyObject, platformId: string): SignIn {
  const codes = new Set<string>()
  const value = `${platformId}.${createHmac('sha256', key).update(platformId).digest('base64url')}`
  const expected = Buffer.from(value)

  const platformOf = ({ cookie }: Headers): string | undefined => {
    const given = Buffer.from(new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]+)`).exec(String(cookie ?? ''))?.[1] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected) ? platformId : undefined
  }
  return {
    newCode() {
      const code = randomBytes(16).toString('hex')
      codes.add(code)
      return code
    },
    redeem: (code) =>
      code !== undefined && codes.delete(code)
        ? `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${MONTH_SECONDS}`
        : undefined,
    platformOf,
    callerOf(headers) {
      if (headers[OWN_HEADER] === undefined) return undefined
      const platform = platformOf(headers)
      return platform === undefined
        ? undefined
        : { platformId: platform, tokenId: 'dashboard', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] }
    },
  }
}
