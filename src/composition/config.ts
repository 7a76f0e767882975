/** Configuration: every environment variable with its default; reports all faults at once. */
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { withSecretFiles } from '../infra/files/private-file.ts'
import { RETENTION, type Retention } from '../infra/jobs/housekeeping.ts'
import { RECORDED, type Recorded } from '../infra/request-log/request-log.ts'
import type { TracingSettings } from '../infra/telemetry/tracing/settings.ts'
import { type AuditDestination, destinationIn } from '../operator/audit-export/audit-destination.ts'
import { type BankSettings, readBankSettings } from '../providers/rails/banks/settings.ts'
import { type Spreads, spreadIn } from '../providers/rates/spreads.ts'
import { type PayoutLimits, payoutLimitIn } from '../providers/screening/payout-limits.ts'
import { productionFaults } from './production-faults.ts'
import { type CompanySettings, readCompany } from './providers/company-provider.ts'
import { type LightningAccess, readLightning } from './providers/lightning.ts'
import { type EvmSettings, type Read, readEvm } from './providers/rails.ts'
import { SECRETS, VARIABLES } from './variables.ts'

export interface Config {
  readonly mode: 'sandbox' | 'production'
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Address at which browsers reach this process; absent: on this machine. */
  readonly publicUrl: string | undefined
  /** Address at which operators reach the dashboard of production; absent: it is not served. */
  readonly dashboardUrl: string | undefined
  /** Identity provider of the operators; absent: they sign in with passkeys only. */
  readonly company: CompanySettings | undefined
  /** Absent: the embedded database in the data directory. */
  readonly databaseUrl: string | undefined
  /** `standby`: commits must wait for a standby. */
  readonly durability: 'standby' | 'single'
  /** Whether production requires TLS to its database. */
  readonly databaseTls: boolean
  readonly logLevel: string
  /** Absent: nothing is traced. */
  readonly tracing: TracingSettings | undefined
  /** Secret of the installation, 64 hex characters; absent in the sandbox: a file in the data directory. */
  readonly secretKey: string | undefined
  /** Earlier secrets, under which the keys of the installation may still be sealed. */
  readonly formerSecretKeys: readonly string[]
  /** Master key of wallets, 64 hex characters; absent in the sandbox: a file in the data directory. */
  readonly custodyKey: string | undefined
  /** Earlier master keys, under which some wallets are still sealed. */
  readonly formerCustodyKeys: readonly string[]
  /** Issuers whose identity tokens open wallets. */
  readonly oidcIssuers: readonly { readonly issuer: string; readonly clientIds: readonly string[] }[]
  /** Absent: no mail is sent. */
  readonly smtpUrl: string | undefined
  /** Sender of mails for platforms that have configured none. */
  readonly mailFrom: string
  /** Sender domains that platforms may use for mail; absent: any. */
  readonly mailDomains: readonly string[] | undefined
  /** Maximum number of one-time codes mailed to the wallets of one platform per hour. */
  readonly codesPerHour: number
  /** Hours after which a wallet session cannot be refreshed again. */
  readonly sessionHours: number
  /** Share of the amount sent that the service keeps, an exact decimal. */
  readonly feeRate: string
  /** Rate limits. */
  readonly limits: {
    readonly tokenPerSecond: number
    readonly platformPerSecond: number
    readonly agentPerSecond: number
    readonly customerPerSecond: number
    readonly uploadsPerMinute: number
    readonly challengesPerMinute: number
    readonly sessionsPerMinute: number
    readonly exportsPerHour: number
    readonly failuresPerMinute: number
    /** In milliseconds. */
    readonly queuedMaxMs: number
  }
  /** Which requests are recorded. */
  readonly requestLog: Recorded
  /** For how many days data are kept. */
  readonly retention: Retention
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Destination of the audit chain's export; absent: it is not exported. */
  readonly auditExport: AuditDestination | undefined
  /** Maximum number of UMA messages per second from one network address. */
  readonly umaRateLimit: number
  /** Sources of exchange rates in production, when their prices are accepted, and the spread of each pair. */
  readonly rates: {
    readonly urls: readonly string[]
    readonly quorum: number
    readonly maxDeviation: number
    readonly maxStep: number
    readonly spreads: Spreads
  }
  /** Blocklist of counterparties; absent: they are not screened. */
  readonly screeningFile: string | undefined
  /** Limits above which payouts need two operators. */
  readonly payoutLimits: PayoutLimits
  /** Smallest amounts of payouts that the travel rule applies to, in minor units, by currency. */
  readonly travelRule: ReadonlyMap<string, bigint>
  readonly banks: BankSettings
  /** EVM chains that are connected, and the key of the hot wallet. */
  readonly evm: EvmSettings
  /** The Lightning node that is connected; absent: none. */
  readonly lightning: LightningAccess | undefined
  readonly lanes: number
  /** Whether a fresh sandbox gets the seed data. */
  readonly seed: boolean
  /** Domain of the UMA addresses of a fresh sandbox's platform. */
  readonly umaDomain: string
  /** Domain of the sandbox's simulated institution; absent: the default. */
  readonly sandboxUmaDomain: string | undefined
  /** Domains of the institutions with which UMA payments are settled in production. */
  readonly umaPartners: readonly string[]
  /** Public service whose field names are added to replies and events; absent: none. */
  readonly compatibility: 'grid' | undefined
}

const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const domainOf = (address: string) => address.slice(address.indexOf('@') + 1).toLowerCase()
const KEY = /^[0-9a-f]{64}$/i
/** Variables whose values are kept out of messages. */
const SECRET = /_KEYS?$|_SECRET$|_XPUB$|_URLS?$|_HEADERS$/
const OIDC_ISSUERS = ['https://accounts.google.com', 'https://appleid.apple.com'].map((issuer) => ({
  issuer,
  clientIds: [],
}))

/** A list separated by commas; undefined when an item is invalid. */
const listOf =
  <Item>(parse: (text: string) => Item | undefined) =>
  (value: string): readonly Item[] | undefined => {
    const items = value.split(',').map((item) => parse(item.trim()))
    return items.includes(undefined) ? undefined : (items as Item[])
  }

/** `10.1.2.3` or `10.0.0.0/8`, IPv4 or IPv6. */
const network = (text: string) => (ipaddr.isValid(text) || ipaddr.isValidCIDR(text) ? text : undefined)

/** `https://issuer.example client-a client-b`; http for one on this machine. */
function issuer(text: string): Config['oidcIssuers'][number] | undefined {
  const [address = '', ...clientIds] = text.split(/\s+/)
  return /^(https:\/\/[^\s]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[^\s]*)?)$/.test(address)
    ? { issuer: address, clientIds }
    : undefined
}

const text = (value: string) => value
const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: string) =>
    words.find((word) => word === value)
const partners = (value: string) => (/^[a-z0-9.:,-]+$/.test(value) ? value.split(',').filter(Boolean) : undefined)
const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined)
const whole = (min: number, max: number) => (value: string) =>
  /^\d+$/.test(value) && +value >= min && +value <= max ? +value : undefined
const address = (value: string) => (/^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined)
const share = (value: string) => (/^0?\.\d{1,6}$/.test(value) && +value > 0 ? +value : undefined)
const upToOne = (value: string) => (/^(0(\.\d{1,9})?|1(\.0+)?)$/.test(value) ? +value : undefined)

/** @throws Error that names every variable that is missing or invalid, and every file of a secret that cannot be read */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const { env, faults } = withSecretFiles(given, SECRETS)
  const read = <Value>(
    name: keyof typeof VARIABLES,
    parse: (text: string) => Value | undefined,
    otherwise: Value,
  ): Value => {
    const text = env[name]
    if (text === undefined || text === '') return otherwise
    const value = parse(text)
    const shown = SECRET.test(name) ? 'invalid' : `"${text}"`
    if (value === undefined) faults.push(`${name} is ${shown}; expected: ${VARIABLES[name].about}`)
    return value ?? otherwise
  }
  const mode = read<Config['mode']>('CAUSEWAY_MODE', oneOf(['sandbox', 'production']), 'sandbox')
  const production = mode === 'production'
  const mailFrom = read('CAUSEWAY_MAIL_FROM', matching(/^[^\s<>,;@]+@[^\s<>,;@]+$/), 'wallet@localhost')
  const dashboardUrl = read<string | undefined>('CAUSEWAY_DASHBOARD_URL', matching(/^https?:\/\/[^/?#\s]+$/), undefined)
  const config: Config = {
    mode,
    port: read('PORT', whole(0, 65_535), 4700),
    host: read('HOST', text, production ? '0.0.0.0' : 'localhost'),
    dataDir: resolve(read('CAUSEWAY_DATA_DIR', text, './data')),
    publicUrl: read<string | undefined>('CAUSEWAY_PUBLIC_URL', matching(/^https?:\/\/[^/?#\s]+$/), undefined),
    dashboardUrl,
    company: readCompany(read, faults, dashboardUrl),
    databaseUrl: read<string | undefined>('DATABASE_URL', matching(/^postgres(ql)?:\/\//), undefined),
    durability: read('CAUSEWAY_DURABILITY', oneOf(['standby', 'single']), production ? 'standby' : 'single'),
    databaseTls: read('CAUSEWAY_DATABASE_TLS', matching(/^(on|off)$/), 'on') === 'on',
    logLevel: read('LOG_LEVEL', matching(/^(trace|debug|info|warn|error|fatal|silent)$/), production ? 'info' : 'warn'),
    tracing: readTracing(read),
    ...readKeys(read),
    oidcIssuers: read('CAUSEWAY_OIDC_ISSUERS', listOf(issuer), production ? [] : OIDC_ISSUERS),
    smtpUrl: read<string | undefined>('CAUSEWAY_SMTP_URL', matching(/^smtps?:\/\/[^\s]+$/), undefined),
    sessionHours: read('CAUSEWAY_SESSION_HOURS', whole(1, 12), 12),
    mailFrom,
    mailDomains: read('CAUSEWAY_MAIL_DOMAINS', listOf(matching(DOMAIN)), production ? [domainOf(mailFrom)] : undefined),
    codesPerHour: read('CAUSEWAY_CODES_PER_HOUR', whole(1, 10_000_000), 10_000),
    feeRate: read('CAUSEWAY_FEE_RATE', matching(/^0(\.\d{1,6})?$/), '0.005'),
    limits: readLimits(read, production),
    requestLog: read<Recorded>('CAUSEWAY_REQUEST_LOG', oneOf(RECORDED), production ? 'refused' : 'all'),
    retention: readRetention(read),
    auditExport: read<AuditDestination | undefined>('CAUSEWAY_AUDIT_EXPORT', destinationIn, undefined),
    trustedProxies: read('CAUSEWAY_TRUSTED_PROXIES', listOf(network), []),
    umaRateLimit: read('CAUSEWAY_UMA_RATE_LIMIT', whole(1, 1_000_000), 200),
    rates: {
      urls: read('CAUSEWAY_RATES_URLS', listOf(address), []),
      quorum: read('CAUSEWAY_RATES_QUORUM', whole(1, 9), 2),
      maxDeviation: read('CAUSEWAY_RATES_MAX_DEVIATION', share, 0.01),
      maxStep: read('CAUSEWAY_RATES_MAX_STEP', share, 0.1),
      spreads: new Map(read('CAUSEWAY_RATES_SPREADS', listOf(spreadIn), [])),
    },
    screeningFile: read<string | undefined>('CAUSEWAY_SCREENING_FILE', text, undefined),
    payoutLimits: new Map(read('CAUSEWAY_TWO_OPERATORS_ABOVE', listOf(payoutLimitIn), [])),
    travelRule: new Map(read('CAUSEWAY_TRAVEL_RULE', listOf(payoutLimitIn), [])),
    banks: readBankSettings(env, faults),
    evm: readEvm(read, faults),
    lightning: readLightning(read, faults),
    lanes: read('CAUSEWAY_LANES', whole(1, 16), 2),
    seed: read('CAUSEWAY_SEED', matching(/^(on|off)$/), 'on') === 'on',
    sandboxUmaDomain: read<string | undefined>('CAUSEWAY_SANDBOX_UMA_DOMAIN', matching(/^[a-z0-9.-]+$/), undefined),
    umaDomain: read('CAUSEWAY_UMA_DOMAIN', matching(/^[a-z0-9.-]+(:\d{1,5})?$/), 'acme.example'),
    umaPartners: read('CAUSEWAY_UMA_PARTNERS', partners, []),
    compatibility: read<'grid' | undefined>(
      'CAUSEWAY_COMPATIBILITY',
      (value) => (value === 'grid' ? value : undefined),
      undefined,
    ),
  }
  if (production) faults.push(...productionFaults(config))
  if (faults.length > 0) throw new Error(`Invalid environment:\n- ${faults.join('\n- ')}`)
  return config
}

/** `api-key=…` as a header, its value percent-encoded. */
function header(text: string): readonly [string, string] | undefined {
  const [, name, value] = /^([\w-]+)=([\x20-\x7e]+)$/.exec(text) ?? []
  try {
    return name && value ? [name, decodeURIComponent(value)] : undefined
  } catch {
    return undefined
  }
}

function readTracing(read: Read): TracingSettings | undefined {
  const endpoint = read<string | undefined>('OTEL_EXPORTER_OTLP_ENDPOINT', address, undefined)
  const others = {
    headers: Object.fromEntries(read('OTEL_EXPORTER_OTLP_HEADERS', listOf(header), [])),
    share: read('OTEL_TRACES_SAMPLER_ARG', upToOne, 1),
    serviceName: read('OTEL_SERVICE_NAME', text, 'causeway'),
  }
  return endpoint === undefined ? undefined : { endpoint, ...others }
}

const readLimits = (read: Read, production: boolean): Config['limits'] => ({
  tokenPerSecond: read('CAUSEWAY_RATE_LIMIT', whole(1, 1_000_000), production ? 1_000 : 20_000),
  platformPerSecond: read('CAUSEWAY_PLATFORM_RATE_LIMIT', whole(1, 1_000_000), production ? 2_000 : 40_000),
  agentPerSecond: read('CAUSEWAY_AGENT_RATE_LIMIT', whole(1, 1_000_000), production ? 50 : 20_000),
  customerPerSecond: read('CAUSEWAY_CUSTOMER_RATE_LIMIT', whole(1, 1_000_000), production ? 200 : 20_000),
  uploadsPerMinute: read('CAUSEWAY_UPLOADS_PER_MINUTE', whole(1, 1_000_000), production ? 120 : 6_000),
  challengesPerMinute: read('CAUSEWAY_CHALLENGES_PER_MINUTE', whole(1, 10_000_000), production ? 30_000 : 600_000),
  sessionsPerMinute: read('CAUSEWAY_SESSIONS_PER_MINUTE', whole(1, 10_000_000), production ? 6_000 : 120_000),
  exportsPerHour: read('CAUSEWAY_EXPORTS_PER_HOUR', whole(1, 10_000_000), production ? 1_000 : 100_000),
  failuresPerMinute: read('CAUSEWAY_AUTH_FAILURES_PER_MINUTE', whole(1, 1_000_000), 300),
  queuedMaxMs: read('CAUSEWAY_QUEUE_WAIT_MS', whole(1, 600_000), 2_000),
})

const readRetention = (read: Read): Retention => ({
  replies: read('CAUSEWAY_KEEP_REPLIES_DAYS', whole(1, 3_650), RETENTION.replies),
  requests: read('CAUSEWAY_KEEP_REQUESTS_DAYS', whole(1, 3_650), RETENTION.requests),
  attempts: read('CAUSEWAY_KEEP_ATTEMPTS_DAYS', whole(1, 3_650), RETENTION.attempts),
  events: read<number | undefined>('CAUSEWAY_KEEP_EVENTS_DAYS', whole(8, 36_500), undefined),
  documents: read<number | undefined>('CAUSEWAY_KEEP_DOCUMENTS_DAYS', whole(1, 36_500), undefined),
})

/** Secrets and master keys, 64 hex characters each. */
const readKeys = (read: Read) => ({
  secretKey: read<string | undefined>('CAUSEWAY_SECRET_KEY', matching(KEY), undefined),
  formerSecretKeys: read('CAUSEWAY_FORMER_SECRET_KEYS', listOf(matching(KEY)), []),
  custodyKey: read<string | undefined>('CAUSEWAY_CUSTODY_KEY', matching(KEY), undefined),
  formerCustodyKeys: read('CAUSEWAY_FORMER_CUSTODY_KEYS', listOf(matching(KEY)), []),
})
