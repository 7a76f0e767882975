/** Environment variables: what each is for, and its default. */

/** For the documentation and for messages about wrong values. */
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
