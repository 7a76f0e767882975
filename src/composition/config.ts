/** Configuration: every environment variable with its default; reports all faults at once. */
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { type Spreads, spreadIn } from '../providers/rates/spreads.ts'
import { productionFaults } from './production-faults.ts'

export interface Config {
  readonly mode: 'sandbox' | 'production'
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Where browsers reach this process; absent: on this machine. */
  readonly publicUrl: string | undefined
  /** Absent: the embedded database in the data directory. */
  readonly databaseUrl: string | undefined
  /** Whether production demands TLS on the way to the database. */
  readonly databaseTls: boolean
  readonly logLevel: string
  /** Secret of the installation, 64 hex characters; absent in the sandbox: a file in the data directory. */
  readonly secretKey: string | undefined
  /** Master key of wallets, 64 hex characters; absent in the sandbox: a file in the data directory. */
  readonly custodyKey: string | undefined
  /** Master keys under which wallets are still sealed. */
  readonly formerCustodyKeys: readonly string[]
  /** Whose identity tokens open wallets. */
  readonly oidcIssuers: readonly { readonly issuer: string; readonly clientIds: readonly string[] }[]
  /** Absent: no mail goes out. */
  readonly smtpUrl: string | undefined
  /** Sender of mails whose platform has named none. */
  readonly mailFrom: string
  /** Domains in whose names platforms may send mail; absent: in any. */
  readonly mailDomains: readonly string[] | undefined
  /** One-time codes that the wallets of a platform are mailed an hour. */
  readonly codesPerHour: number
  /** After so many hours a refreshed session of a wallet ends. */
  readonly sessionHours: number
  /** Share of the amount sent that the service keeps, an exact decimal. */
  readonly feeRate: string
  /** Limits of requests. */
  readonly limits: {
    readonly tokenPerSecond: number
    readonly platformPerSecond: number
    readonly uploadsPerMinute: number
    readonly failuresPerMinute: number
  }
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Messages of other institutions a second that are taken from one network address. */
  readonly umaRateLimit: number
  /** Sources of exchange rates in production, when their prices are accepted, and the spread of each pair. */
  readonly rates: {
    readonly urls: readonly string[]
    readonly quorum: number
    readonly maxDeviation: number
    readonly maxStep: number
    readonly spreads: Spreads
  }
  readonly lanes: number
  /** Whether a fresh sandbox is filled with its cast. */
  readonly seed: boolean
  /** Domain of the UMA addresses of a fresh sandbox's platform. */
  readonly umaDomain: string
  /** Domain of the sandbox's own institution; absent: the usual one. */
  readonly sandboxUmaDomain: string | undefined
  /** Domains of the institutions with which payments are settled in production. */
  readonly umaPartners: readonly string[]
  /** Adds another service's names to replies and events; absent: none. */
  readonly compatibility: 'grid' | undefined
}

/** Every variable, for the documentation. */
export const VARIABLES = {
  CAUSEWAY_MODE: { about: '`sandbox` or `production`', default: 'sandbox' },
  PORT: { about: 'Port to listen on', default: '4700' },
  HOST: { about: 'Address to listen on', default: 'localhost in the sandbox, 0.0.0.0 in production' },
  CAUSEWAY_DATA_DIR: { about: 'Where the embedded database, keys and credentials are kept', default: './data' },
  CAUSEWAY_PUBLIC_URL: {
    about: 'Address at which browsers reach this process; links in replies begin with it',
    default: 'http://localhost and the port',
  },
  DATABASE_URL: { about: 'PostgreSQL 15 or newer; without it the embedded database is used', default: '' },
  CAUSEWAY_DATABASE_TLS: {
    about: '`off` lets production reach its database over a network without TLS',
    default: 'on',
  },
  LOG_LEVEL: { about: 'trace, debug, info, warn, error', default: 'warn in the sandbox, info in production' },
  CAUSEWAY_SECRET_KEY: {
    about: '64 hex characters: key of token hashes, cursors and sealed secrets. Required in production',
    default: 'a 0600 file in the data directory',
  },
  CAUSEWAY_CUSTODY_KEY: {
    about: '64 hex characters: master key of wallets. Without it no wallet opens again. Required in production',
    default: 'a 0600 file in the data directory',
  },
  CAUSEWAY_FORMER_CUSTODY_KEYS: {
    about: 'Master keys from before, separated by commas, until no wallet is sealed under them',
    default: 'none',
  },
  CAUSEWAY_OIDC_ISSUERS: {
    about:
      'Issuers whose identity tokens open wallets, separated by commas; after each, separated by blanks, the client ids that count; production takes no issuer without them',
    default: 'https://accounts.google.com,https://appleid.apple.com in the sandbox, none in production',
  },
  CAUSEWAY_SMTP_URL: {
    about: 'Mail server, `smtp://user:password@host:587` or `smtps://`. Production needs it for codes by e-mail',
    default: 'none; the sandbox keeps mails in its inbox',
  },
  CAUSEWAY_MAIL_FROM: {
    about: 'Sender of mails, where the platform has named none',
    default: 'wallet@localhost',
  },
  CAUSEWAY_SESSION_HOURS: {
    about: 'Hours from 1 to 12 after which the session of a wallet is not refreshed again without a new proof',
    default: '12',
  },
  CAUSEWAY_MAIL_DOMAINS: {
    about:
      'Domains, separated by commas, in whose names platforms may send mail: those for which your mail server is authorized',
    default: 'that of CAUSEWAY_MAIL_FROM in production, any in the sandbox',
  },
  CAUSEWAY_CODES_PER_HOUR: {
    about: 'One-time codes that the wallets of one platform are mailed an hour at most',
    default: '10000',
  },
  CAUSEWAY_FEE_RATE: { about: 'Share of the amount sent that is kept as a fee', default: '0.005' },
  CAUSEWAY_RATE_LIMIT: {
    about: 'Requests a second a token may make, in all processes together',
    default: '1000 in production, 20000 in the sandbox',
  },
  CAUSEWAY_PLATFORM_RATE_LIMIT: {
    about: 'Requests a second all tokens and agents of a platform may make, in all processes together',
    default: '2000 in production, 40000 in the sandbox',
  },
  CAUSEWAY_UPLOADS_PER_MINUTE: {
    about: 'Files a minute a platform may upload, in all processes together',
    default: '120 in production, 6000 in the sandbox',
  },
  CAUSEWAY_AUTH_FAILURES_PER_MINUTE: {
    about: 'Failed authentications a minute from one network address, after which they are answered 429 instead of 401',
    default: '300',
  },
  CAUSEWAY_TRUSTED_PROXIES: {
    about:
      'Addresses and networks (`10.0.0.0/8`) of your proxies, separated by commas: what they say in `X-Forwarded-For` is taken for the address of a caller',
    default: 'none: the address of the connection counts',
  },
  CAUSEWAY_UMA_RATE_LIMIT: {
    about:
      'UMA messages a second that are taken from one network address; behind a proxy set `CAUSEWAY_TRUSTED_PROXIES`',
    default: '200',
  },
  CAUSEWAY_RATES_URLS: {
    about:
      'Addresses of sources of exchange rates, https, separated by commas, each of another publisher. Required in production',
    default: 'fixed rates in the sandbox',
  },
  CAUSEWAY_RATES_QUORUM: {
    about: 'How many sources must agree on a price; 1 accepts prices that no other source confirms',
    default: '2',
  },
  CAUSEWAY_RATES_MAX_DEVIATION: {
    about: 'How far a source may lie from the median of all sources, as a share; beyond that its price is left out',
    default: '0.01',
  },
  CAUSEWAY_RATES_MAX_STEP: {
    about: 'How far a price may move from one answer to the next, as a share',
    default: '0.1',
  },
  CAUSEWAY_RATES_SPREADS: {
    about:
      'Share by which the rates of quotes are worse than the mid-market rate, per pair, separated by commas: `USD/MXN:0.004,USD/*:0.01,*/*:0.002`; the most specific pair applies',
    default: 'none',
  },
  CAUSEWAY_LANES: { about: 'Connections that write at the same time (PostgreSQL)', default: '2' },
  CAUSEWAY_UMA_DOMAIN: {
    about: 'Domain of UMA addresses in a fresh sandbox, with its port: others reach this process there',
    default: 'acme.example',
  },
  CAUSEWAY_SANDBOX_UMA_DOMAIN: {
    about: "Domain of the sandbox's own institution, whose addresses choose what becomes of a payment",
    default: 'printed at the start',
  },
  CAUSEWAY_UMA_PARTNERS: {
    about:
      'Domains, separated by commas, of institutions whose word for a payment is taken as money. In the sandbox it is everybody',
    default: 'none',
  },
  CAUSEWAY_COMPATIBILITY: {
    about:
      '`grid` adds names that clients of the public service read: `gridApi*` in `rateDetails`, its codes of signature faults, CLOSED_BY_GRID',
    default: 'none',
  },
  CAUSEWAY_SEED: { about: '`off` starts a fresh sandbox empty but for its platform', default: 'on' },
} as const

const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const domainOf = (address: string) => address.slice(address.indexOf('@') + 1).toLowerCase()
const KEY = /^[0-9a-f]{64}$/i
/** Their values stay out of messages. */
const SECRET = /_KEYS?$|_URLS?$/
const OIDC_ISSUERS = ['https://accounts.google.com', 'https://appleid.apple.com'].map((issuer) => ({
  issuer,
  clientIds: [],
}))

/** A list separated by commas; undefined when one of its items is wrong. */
const listOf =
  <Item>(parse: (text: string) => Item | undefined) =>
  (value: string): readonly Item[] | undefined => {
    const items = value.split(',').map((item) => parse(item.trim()))
    return items.includes(undefined) ? undefined : (items as Item[])
  }

/** `10.1.2.3` or `10.0.0.0/8`, of either version. */
const network = (text: string) => (ipaddr.isValid(text) || ipaddr.isValidCIDR(text) ? text : undefined)

/** `https://issuer.example client-a client-b`; http for one on this machine. */
function issuer(text: string): Config['oidcIssuers'][number] | undefined {
  const [address = '', ...clientIds] = text.split(/\s+/)
  return /^(https:\/\/[^\s]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/[^\s]*)?)$/.test(address)
    ? { issuer: address, clientIds }
    : undefined
}

const text = (value: string) => value
const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined)
const whole = (min: number, max: number) => (value: string) =>
  /^\d+$/.test(value) && +value >= min && +value <= max ? +value : undefined
const address = (value: string) => (/^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined)
const share = (value: string) => (/^0?\.\d{1,6}$/.test(value) && +value > 0 ? +value : undefined)

/** @throws Error that names every variable that is missing or wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const read = <Value>(
    name: keyof typeof VARIABLES,
    parse: (text: string) => Value | undefined,
    otherwise: Value,
  ): Value => {
    const text = env[name]
    if (text === undefined || text === '') return otherwise
    const value = parse(text)
    const said = SECRET.test(name) ? 'wrong' : `"${text}"`
    if (value === undefined) faults.push(`${name} is ${said}; it must be: ${VARIABLES[name].about}`)
    return value ?? otherwise
  }
  const mode = read(
    'CAUSEWAY_MODE',
    (value) => (value === 'sandbox' || value === 'production' ? value : undefined),
    'sandbox',
  )
  const production = mode === 'production'
  const mailFrom = read('CAUSEWAY_MAIL_FROM', matching(/^[^\s<>,;@]+@[^\s<>,;@]+$/), 'wallet@localhost')
  const config: Config = {
    mode,
    port: read('PORT', whole(0, 65_535), 4700),
    host: read('HOST', text, production ? '0.0.0.0' : 'localhost'),
    dataDir: resolve(read('CAUSEWAY_DATA_DIR', text, './data')),
    publicUrl: read<string | undefined>('CAUSEWAY_PUBLIC_URL', matching(/^https?:\/\/[^/?#\s]+$/), undefined),
    databaseUrl: read<string | undefined>('DATABASE_URL', matching(/^postgres(ql)?:\/\//), undefined),
    databaseTls: read('CAUSEWAY_DATABASE_TLS', matching(/^(on|off)$/), 'on') === 'on',
    logLevel: read('LOG_LEVEL', matching(/^(trace|debug|info|warn|error|fatal|silent)$/), production ? 'info' : 'warn'),
    secretKey: read<string | undefined>('CAUSEWAY_SECRET_KEY', matching(KEY), undefined),
    custodyKey: read<string | undefined>('CAUSEWAY_CUSTODY_KEY', matching(KEY), undefined),
    formerCustodyKeys: read('CAUSEWAY_FORMER_CUSTODY_KEYS', listOf(matching(KEY)), []),
    oidcIssuers: read('CAUSEWAY_OIDC_ISSUERS', listOf(issuer), production ? [] : OIDC_ISSUERS),
    smtpUrl: read<string | undefined>('CAUSEWAY_SMTP_URL', matching(/^smtps?:\/\/[^\s]+$/), undefined),
    sessionHours: read('CAUSEWAY_SESSION_HOURS', whole(1, 12), 12),
    mailFrom,
    mailDomains: read('CAUSEWAY_MAIL_DOMAINS', listOf(matching(DOMAIN)), production ? [domainOf(mailFrom)] : undefined),
    codesPerHour: read('CAUSEWAY_CODES_PER_HOUR', whole(1, 10_000_000), 10_000),
    feeRate: read('CAUSEWAY_FEE_RATE', matching(/^0(\.\d{1,6})?$/), '0.005'),
    limits: {
      tokenPerSecond: read('CAUSEWAY_RATE_LIMIT', whole(1, 1_000_000), production ? 1_000 : 20_000),
      platformPerSecond: read('CAUSEWAY_PLATFORM_RATE_LIMIT', whole(1, 1_000_000), production ? 2_000 : 40_000),
      uploadsPerMinute: read('CAUSEWAY_UPLOADS_PER_MINUTE', whole(1, 1_000_000), production ? 120 : 6_000),
      failuresPerMinute: read('CAUSEWAY_AUTH_FAILURES_PER_MINUTE', whole(1, 1_000_000), 300),
    },
    trustedProxies: read('CAUSEWAY_TRUSTED_PROXIES', listOf(network), []),
    umaRateLimit: read('CAUSEWAY_UMA_RATE_LIMIT', whole(1, 1_000_000), 200),
    rates: {
      urls: read('CAUSEWAY_RATES_URLS', listOf(address), []),
      quorum: read('CAUSEWAY_RATES_QUORUM', whole(1, 9), 2),
      maxDeviation: read('CAUSEWAY_RATES_MAX_DEVIATION', share, 0.01),
      maxStep: read('CAUSEWAY_RATES_MAX_STEP', share, 0.1),
      spreads: new Map(read('CAUSEWAY_RATES_SPREADS', listOf(spreadIn), [])),
    },
    lanes: read('CAUSEWAY_LANES', whole(1, 16), 2),
    seed: read('CAUSEWAY_SEED', matching(/^(on|off)$/), 'on') === 'on',
    sandboxUmaDomain: read<string | undefined>('CAUSEWAY_SANDBOX_UMA_DOMAIN', matching(/^[a-z0-9.-]+$/), undefined),
    umaDomain: read('CAUSEWAY_UMA_DOMAIN', matching(/^[a-z0-9.-]+(:\d{1,5})?$/), 'acme.example'),
    umaPartners: read('CAUSEWAY_UMA_PARTNERS', matching(/^[a-z0-9.:,-]+$/), '')
      .split(',')
      .filter(Boolean),
    compatibility: read<'grid' | undefined>(
      'CAUSEWAY_COMPATIBILITY',
      (value) => (value === 'grid' ? value : undefined),
      undefined,
    ),
  }
  if (production) faults.push(...productionFaults(config))
  if (faults.length > 0) throw new Error(`The environment is not right:\n- ${faults.join('\n- ')}`)
  return config
}
