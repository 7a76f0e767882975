/** Form checks of every reply: ids, times, money, lists. */
import { contract } from '../../contract/contract.ts'
import { CURRENCIES } from '../../contract/currencies.ts'
import { EVENTS } from '../../contract/events/events.ts'
import { LIMITS } from '../../contract/limits.ts'

type Json = Record<string, unknown>

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Every prefix that a pattern of the contract names. */
export const PREFIXES: ReadonlySet<string> = new Set(
  [...JSON.stringify([contract, EVENTS]).matchAll(/"pattern":"\^\(?([A-Za-z|]+)\)?:\[0-9a-f\]/g)].flatMap(([, names]) =>
    (names as string).split('|'),
  ),
)
const ID = new RegExp(`^(${[...PREFIXES].join('|')}):${UUID}$`)

/** Ids whose format others choose: the platform's own, a credential's, an authenticator's. */
const FREE =
  /^(platform(Customer|Account|Card)Id|correlationId|clientId|credentialId|rpId|organizationId|taxId|personalId\w*|nationalId\w*)$/

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Minor units, or an object of money, according to whether a currency is beside or inside. */
const isAmount = (name: string) => /(^a|A)mount$|^(totalB|b)alance$/.test(name)
const isMinorUnits = (name: string) => isAmount(name) || /(^f|F)ee(s|sIncluded)?$|^fixed$/.test(name)

function faultOfText(name: string, value: string): string | undefined {
  const isId = /^(id|[a-z]\w*Ids?)$/.test(name) && !FREE.test(name)
  // An `X-Request-Id`, which callers choose; that of a challenge is an id, as its schema says.
  if (name === 'requestId' && /^[\w.-]{1,64}$/.test(value)) return undefined
  if (isId && !ID.test(value)) return 'is not an id'
  if (/^[A-Z][A-Za-z]+:[0-9a-f]{8}-/.test(value) && !ID.test(value)) return 'looks like an id, and is not valid'
  const isMoment = /^(now|at|timestamp|\w+At)$/.test(name) || /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value)
  if (isMoment && !(MOMENT.test(value) && !Number.isNaN(Date.parse(value)))) return 'is not a time in UTC'
  return undefined
}

function faultOfNumber(name: string, value: number): string | undefined {
  if (!isMinorUnits(name)) return undefined
  return Number.isSafeInteger(value) && Math.abs(value) <= LIMITS.amount
    ? undefined
    : 'is not a whole number of minor units'
}

function faultOfObject(name: string, value: Json): string | undefined {
  if ('decimals' in value && 'code' in value) {
    const known = CURRENCIES[value.code as keyof typeof CURRENCIES]
    const { code, name: full, symbol, decimals, ...rest } = value
    const isWhole = typeof code === 'string' && typeof symbol === 'string' && full === known?.name
    return isWhole && decimals === known.decimals && Object.keys(rest).length === 0 ? undefined : 'is not a currency'
  }
  if (isAmount(name) && !(Number.isInteger(value.amount) && isObject(value.currency) && 'code' in value.currency))
    return 'is not an amount of money'
  if (Array.isArray(value.data) && 'totalCount' in value) {
    const { data, hasMore, nextCursor, totalCount } = value
    const isEnvelope =
      typeof hasMore === 'boolean' && Number.isInteger(totalCount) && (totalCount as number) >= data.length
    return isEnvelope && hasMore === (typeof nextCursor === 'string') ? undefined : 'is not the envelope of a list'
  }
  return undefined
}

/** Every malformed value in a reply, with its path. */
export function misformed(value: unknown, path = 'body', name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => misformed(item, `${path}.${i}`, name))
  const fault =
    typeof value === 'string'
      ? faultOfText(name, value)
      : typeof value === 'number'
        ? faultOfNumber(name, value)
        : isObject(value)
          ? faultOfObject(name, value)
          : undefined
  const within = isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => misformed(inner, `${path}.${key}`, key))
    : []
  return [...(fault ? [`${path} ${fault}: ${JSON.stringify(value)}`] : []), ...within]
}
