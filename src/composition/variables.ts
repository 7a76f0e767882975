/** Environment variables: text and default of each, for error messages and docs/configuration.md. */
import { TRACING_VARIABLES } from '../infra/telemetry/tracing/settings.ts'
import { BANK_VARIABLES } from '../providers/rails/banks/settings.ts'
import { LIGHTNING_VARIABLES } from '../providers/rails/lightning/settings.ts'

const EVM_URLS =
  'JSON-RPC endpoints of the chain, separated by commas, ideally three of different operators; a majority must agree'
const EVM_OPTIONS =
  'Settings of the chain, `name=value` separated by spaces: chain-id, confirmations, block-seconds, stuck-seconds, fee-cap-gwei, low-gas-gwei, token, min, max, min-deposit, low-float, high-float'

export const VARIABLES = {
  CAUSEWAY_MODE: { about: '`sandbox` or `production`', default: 'sandbox' },
  PORT: { about: 'Port to listen on', default: '4700' },
  HOST: { about: 'Address to listen on', default: 'localhost in the sandbox, 0.0.0.0 in production' },
  CAUSEWAY_DATA_DIR: { about: 'Directory of the embedded database, keys and credentials', default: './data' },
  CAUSEWAY_PUBLIC_URL: {
    about:
      'Address at which browsers reach this process; links in replies begin with it. Without it, errors link to their page only while the process listens on this machine alone',
    default: 'http://localhost and the port',
  },
  CAUSEWAY_DASHBOARD_URL: {
    about:
      'Address at which operators reach the production dashboard, `https://desk.example`; its host is the RP ID of their [passkeys](operating.md#people). Without it production serves no dashboard',
    default: 'none; the sandbox always serves its dashboard',
  },
  CAUSEWAY_DASHBOARD_OIDC_ISSUER: {
    about:
      'Issuer of the [identity provider](operating.md#sign-in-through-your-identity-provider) through which operators sign in to the production dashboard, in addition to passkeys; the next four are required with it',
    default: 'none: operators sign in with passkeys only',
  },
  CAUSEWAY_DASHBOARD_OIDC_CLIENT_ID: { about: 'Client id that it has given to this installation', default: '' },
  CAUSEWAY_DASHBOARD_OIDC_CLIENT_SECRET: { about: 'Client secret that belongs to it', default: '' },
  CAUSEWAY_DASHBOARD_OIDC_ROLES: {
    about:
      'Groups and the role of each, `group=role`, separated by commas: `payments-admins=administrator,payments-desk=operator`. A person without such a group is refused',
    default: '',
  },
  CAUSEWAY_DASHBOARD_OIDC_DOMAINS: {
    about: 'Domains of the email addresses that are admitted, separated by commas',
    default: '',
  },
  CAUSEWAY_DASHBOARD_OIDC_CLAIM: { about: 'Claim of its ID tokens that contains the groups', default: 'groups' },
  DATABASE_URL: { about: 'PostgreSQL 15 or newer; without it the embedded database is used', default: '' },
  CAUSEWAY_DURABILITY: {
    about:
      '`standby`: the service starts only if commits wait for a [standby](deploying.md#standby); `single`: it starts without one, and acknowledged payments are lost with the disk of the server',
    default: 'standby in production, single in the sandbox',
  },
  CAUSEWAY_DATABASE_TLS: {
    about: '`off` lets production connect to its database over a network without TLS',
    default: 'on',
  },
  LOG_LEVEL: { about: 'trace, debug, info, warn, error', default: 'warn in the sandbox, info in production' },
  ...TRACING_VARIABLES,
  CAUSEWAY_SECRET_KEY: {
    about: '64 hex characters: key of token hashes, cursors and sealed secrets. Required in production',
    default: 'a 0600 file in the data directory',
  },
  CAUSEWAY_FORMER_SECRET_KEYS: {
    about: 'Earlier secrets, separated by commas, while [the secret is changed](#the-secret)',
    default: 'none',
  },
  CAUSEWAY_CUSTODY_KEY: {
    about: '64 hex characters: master key of wallets. If it is lost, no wallet can be opened. Required in production',
    default: 'a 0600 file in the data directory',
  },
  CAUSEWAY_FORMER_CUSTODY_KEYS: {
    about: 'Earlier master keys, separated by commas, as long as wallets are sealed under them',
    default: 'none',
  },
  CAUSEWAY_KMS: {
    about:
      '`vault` (Vault or OpenBao, transit engine) or `aws` (AWS KMS): the [key service](custody.md#keys-in-a-key-service) that opens sealed secrets at the start',
    default: 'none',
  },
  CAUSEWAY_KMS_KEY: {
    about: 'Key of the key service: mount and name for Vault (`transit/causeway`); id, ARN or alias for AWS',
    default: '',
  },
  CAUSEWAY_KMS_URL: {
    about: 'https address of the key service, without a path',
    default: 'for AWS the address of the region; Vault has none',
  },
  CAUSEWAY_KMS_TOKEN: {
    about:
      'Token for Vault. AWS takes AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, as its own tools do',
    default: '',
  },
  CAUSEWAY_OIDC_ISSUERS: {
    about:
      'Issuers whose identity tokens authenticate wallet holders, separated by commas; each followed by the accepted client ids, separated by spaces. Production accepts no issuer without client ids',
    default: 'https://accounts.google.com,https://appleid.apple.com in the sandbox, none in production',
  },
  CAUSEWAY_SMTP_URL: {
    about: 'Mail server, `smtp://user:password@host:587` or `smtps://`. Production needs it for codes by email',
    default: 'none; the sandbox shows mails in its inbox',
  },
  CAUSEWAY_MAIL_FROM: {
    about: 'Sender of mails for platforms that have not configured one',
    default: 'wallet@localhost',
  },
  CAUSEWAY_SESSION_HOURS: {
    about: 'Hours, 1 to 12, after which a wallet session cannot be refreshed again: the holder must authenticate',
    default: '12',
  },
  CAUSEWAY_MAIL_DOMAINS: {
    about:
      'Sender domains that platforms may use for mail, separated by commas: those for which your mail server is authorized',
    default: 'that of CAUSEWAY_MAIL_FROM in production, any in the sandbox',
  },
  CAUSEWAY_CODES_PER_HOUR: {
    about: 'Maximum number of one-time codes mailed per hour to the wallets of one platform',
    default: '10000',
  },
  CAUSEWAY_FEE_RATE: { about: 'Fee as a share of the amount sent', default: '0.005' },
  CAUSEWAY_RATE_LIMIT: {
    about: 'Requests per second for one token, across all processes',
    default: '1000 in production, 20000 in the sandbox',
  },
  CAUSEWAY_PLATFORM_RATE_LIMIT: {
    about: 'Requests per second for all tokens and agents of a platform, across all processes',
    default: '2000 in production, 40000 in the sandbox',
  },
  CAUSEWAY_AGENT_RATE_LIMIT: {
    about: 'Requests per second of one agent, across all processes',
    default: '50 in production, 20000 in the sandbox',
  },
  CAUSEWAY_CUSTOMER_RATE_LIMIT: {
    about:
      'Requests per second that name one customer (`customerId`), and those of the customer’s agents, across all processes',
    default: '200 in production, 20000 in the sandbox',
  },
  CAUSEWAY_UPLOADS_PER_MINUTE: {
    about: 'File uploads per minute for one platform, across all processes',
    default: '120 in production, 6000 in the sandbox',
  },
  CAUSEWAY_CHALLENGES_PER_MINUTE: {
    about:
      'Challenges per minute for the wallets of one platform, across all processes: of credentials, and for the signatures of requests',
    default: '30000 in production, 600000 in the sandbox',
  },
  CAUSEWAY_SESSIONS_PER_MINUTE: {
    about:
      'Wallet sessions that are opened or refreshed per minute for one platform, failed attempts included, across all processes',
    default: '6000 in production, 120000 in the sandbox',
  },
  CAUSEWAY_EXPORTS_PER_HOUR: {
    about:
      'Exports of wallet keys per hour for one platform, failed attempts included, across all processes; one wallet has three a day',
    default: '1000 in production, 100000 in the sandbox',
  },
  CAUSEWAY_AUTH_FAILURES_PER_MINUTE: {
    about:
      'Failed authentications per minute from one network address, across all processes; further ones get 429 instead of 401',
    default: '300',
  },
  CAUSEWAY_QUEUE_WAIT_MS: {
    about:
      'How long the oldest request of a platform may wait for its batch, in milliseconds; then further writes of that platform get 503',
    default: '2000',
  },
  CAUSEWAY_REQUEST_LOG: {
    about:
      'Which requests of the API are [recorded](requests.md) for their platforms: `all`, `refused` (with a status from 400), or `off`',
    default: 'all in the sandbox, refused in production',
  },
  CAUSEWAY_KEEP_REPLIES_DAYS: {
    about: 'Days, 1 to 3650, for which the reply under an Idempotency-Key is kept; afterwards the key counts as new',
    default: '30',
  },
  CAUSEWAY_KEEP_REQUESTS_DAYS: {
    about: 'Days, 1 to 3650, for which [recorded requests](requests.md) are kept',
    default: '7',
  },
  CAUSEWAY_KEEP_ATTEMPTS_DAYS: {
    about: 'Days, 1 to 3650, for which attempts at deliveries of events, and replays, are kept',
    default: '30',
  },
  CAUSEWAY_KEEP_EVENTS_DAYS: {
    about: 'Days, 8 to 36500, for which events are kept; events that wait for delivery are kept longer',
    default: 'none: events are kept for good',
  },
  CAUSEWAY_KEEP_DOCUMENTS_DAYS: {
    about: 'Days, 1 to 36500, for which the documents of a customer are kept after the customer was deleted',
    default: 'none: documents are kept until the customer is [erased](operating.md#erasing-a-customer)',
  },
  CAUSEWAY_AUDIT_EXPORT: {
    about:
      'Where the [audit chain](operating.md#exporting-the-audit-chain) is exported continuously: `file:/path`, `syslog+tcp://host:port`, `syslog+udp://host:port` or `syslog+unix:/path`',
    default: 'none',
  },
  CAUSEWAY_TRUSTED_PROXIES: {
    about:
      'Addresses and networks (`10.0.0.0/8`) of your proxies, separated by commas: the caller’s address is then read from their `X-Forwarded-For`',
    default: 'none: the address of the connection is used',
  },
  CAUSEWAY_UMA_RATE_LIMIT: {
    about:
      'UMA messages per second from one network address, across all processes; behind a proxy, also set `CAUSEWAY_TRUSTED_PROXIES`',
    default: '200',
  },
  CAUSEWAY_RATES_URLS: {
    about: 'https URLs of exchange-rate sources of different publishers, separated by commas. Required in production',
    default: 'fixed rates in the sandbox',
  },
  CAUSEWAY_RATES_QUORUM: {
    about: 'Number of sources that must agree on a price; 1 accepts unconfirmed prices',
    default: '2',
  },
  CAUSEWAY_RATES_MAX_DEVIATION: {
    about: 'Maximum deviation of a price from the median of all sources, as a share; prices beyond it are ignored',
    default: '0.01',
  },
  CAUSEWAY_RATES_MAX_STEP: {
    about: 'Maximum change of a price from one reply to the next, as a share',
    default: '0.1',
  },
  CAUSEWAY_RATES_SPREADS: {
    about:
      'Spread between the mid-market rate and the rate of quotes, as a share, per pair, separated by commas: `USD/MXN:0.004,USD/*:0.01,*/*:0.002`; the most specific pair applies',
    default: 'none',
  },
  CAUSEWAY_SCREENING_FILE: {
    about:
      'CSV file of counterparties whose payouts are held for an operator’s decision, with the columns `kind` (`identifier` or `name`), `value` and `reason`',
    default: 'none: counterparties are not screened',
  },
  CAUSEWAY_TWO_OPERATORS_ABOVE: {
    about:
      'Payouts above which two operators must release each one: `currency:amount` in minor units, separated by commas: `USDC:5000000000,EUR:500000`',
    default: 'none: only screening holds payouts',
  },
  CAUSEWAY_TRAVEL_RULE: {
    about:
      'Amounts from which originator and beneficiary of payouts by UMA and to wallets are stored: `currency:amount` in minor units of what the receiver gets, separated by commas, such as `USDC:1000000000`',
    default: 'none: the travel rule applies to no payout',
  },
  ...BANK_VARIABLES,
  CAUSEWAY_EVM_ETHEREUM_URLS: { about: EVM_URLS, default: 'none: payments on Ethereum are refused' },
  CAUSEWAY_EVM_BASE_URLS: { about: EVM_URLS, default: 'none: payments on Base are refused' },
  CAUSEWAY_EVM_POLYGON_URLS: { about: EVM_URLS, default: 'none: payments on Polygon are refused' },
  CAUSEWAY_EVM_ETHEREUM: { about: EVM_OPTIONS, default: 'see [EVM chains](rails/evm.md)' },
  CAUSEWAY_EVM_BASE: { about: EVM_OPTIONS, default: 'see [EVM chains](rails/evm.md)' },
  CAUSEWAY_EVM_POLYGON: { about: EVM_OPTIONS, default: 'see [EVM chains](rails/evm.md)' },
  CAUSEWAY_EVM_KEY: {
    about: 'Private key of the hot wallet on all EVM chains, 64 hex characters; no other program may use it',
    default: '',
  },
  CAUSEWAY_EVM_XPUB: {
    about:
      'Extended public key (BIP-32, `xpub…`) from which deposit addresses on EVM chains are derived; keep its private key elsewhere',
    default: 'none: no deposits over EVM chains',
  },
  CAUSEWAY_EVM_KEY_FILE: { about: 'File with that key instead, mode 0600', default: '' },
  ...LIGHTNING_VARIABLES,
  CAUSEWAY_LANES: { about: 'Connections that write at the same time (PostgreSQL)', default: '2' },
  CAUSEWAY_UMA_DOMAIN: {
    about: 'Domain of UMA addresses in a fresh sandbox, with its port: other institutions reach this process there',
    default: 'acme.example',
  },
  CAUSEWAY_SANDBOX_UMA_DOMAIN: {
    about: "Domain of the sandbox's simulated institution, whose addresses choose a payment's outcome",
    default: 'printed at startup',
  },
  CAUSEWAY_UMA_PARTNERS: {
    about:
      'Domains, separated by commas, of the institutions whose payment confirmations are credited. The sandbox accepts every institution',
    default: 'none',
  },
  CAUSEWAY_COMPATIBILITY: {
    about:
      '`grid` adds names that clients of the published interface read: `gridApi*` in `rateDetails`, its error codes for signatures, CLOSED_BY_GRID',
    default: 'none',
  },
  CAUSEWAY_SEED: { about: '`off` starts a fresh sandbox with only its platform', default: 'on' },
} as const

/** Variables with secrets: each may name a file instead, in a variable of its name with `_FILE` appended. */
export const SECRETS: readonly (keyof typeof VARIABLES)[] = [
  'DATABASE_URL',
  'CAUSEWAY_SECRET_KEY',
  'CAUSEWAY_FORMER_SECRET_KEYS',
  'CAUSEWAY_DASHBOARD_OIDC_CLIENT_SECRET',
  'CAUSEWAY_CUSTODY_KEY',
  'CAUSEWAY_FORMER_CUSTODY_KEYS',
  'CAUSEWAY_SMTP_URL',
  'CAUSEWAY_RATES_URLS',
  'CAUSEWAY_EVM_ETHEREUM_URLS',
  'CAUSEWAY_EVM_BASE_URLS',
  'CAUSEWAY_EVM_POLYGON_URLS',
  'OTEL_EXPORTER_OTLP_HEADERS',
]

/** Variables with the key service's own credentials, which may come from files too, but are not sealed. */
export const KEY_SERVICE_SECRETS = ['CAUSEWAY_KMS_TOKEN', 'AWS_SECRET_ACCESS_KEY'] as const
