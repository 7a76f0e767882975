/** Configuration tests: defaults, invalid values, and what production refuses. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { SECRETS } from './variables.ts'

const KEY = 'ab'.repeat(32)
const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

const key = (seed: number) =>
  Array.from({ length: 32 }, (_, i) => ((i * 7 + seed) % 256).toString(16).padStart(2, '0')).join('')
/** An environment that production accepts. */
const GOOD = {
  CAUSEWAY_MODE: 'production',
  CAUSEWAY_SECRET_KEY: key(1),
  CAUSEWAY_CUSTODY_KEY: key(2),
  DATABASE_URL: 'postgres://u:p@db.example/causeway?sslmode=verify-full',
  CAUSEWAY_RATES_URLS: 'https://rates.example/latest,https://other.example/latest',
  CAUSEWAY_MAIL_FROM: 'wallet@Acme.example',
}

/** Sign-in of operators through an identity provider. */
const COMPANY = {
  CAUSEWAY_DASHBOARD_URL: 'https://desk.example',
  CAUSEWAY_DASHBOARD_OIDC_ISSUER: 'https://login.example/tenant',
  CAUSEWAY_DASHBOARD_OIDC_CLIENT_ID: 'causeway',
  CAUSEWAY_DASHBOARD_OIDC_CLIENT_SECRET: 'a secret of the client',
  CAUSEWAY_DASHBOARD_OIDC_ROLES: 'cn=admins=administrator, desk=operator',
  CAUSEWAY_DASHBOARD_OIDC_DOMAINS: 'Corp.example,sub.corp.example',
}

describe('the environment', () => {
  it.each(SECRETS)('takes %s from a file', (name) => {
    const file = join(mkdtempSync(join(tmpdir(), 'causeway-secret-')), 'value')
    const values: Partial<Record<string, string>> = {
      CAUSEWAY_FORMER_SECRET_KEYS: key(6),
      CAUSEWAY_FORMER_CUSTODY_KEYS: key(5),
      CAUSEWAY_SMTP_URL: 'smtp://u:p@mail.example:587',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc,x-tenant=a%20b',
    }
    const urls = 'https://a.example/k,https://b.example/k'
    const value = GOOD[name as keyof typeof GOOD] ?? values[name] ?? urls
    writeFileSync(file, `${value}\n`, { mode: 0o600 })
    const { [name as keyof typeof GOOD]: _, ...rest } = { ...GOOD, ...COMPANY, CAUSEWAY_EVM_KEY: key(3) }
    expect(readConfig({ ...rest, [`${name}_FILE`]: file })).toEqual(readConfig({ ...rest, [name]: value }))
    expect(faultsOf({ ...rest, [`${name}_FILE`]: `${file}.gone` })).toContain(`${name}_FILE cannot be read`)
  })

  it('accepts identity tokens of Google and Apple, and sends no mail, by default', () => {
    const { oidcIssuers, smtpUrl, custodyKey, formerCustodyKeys } = readConfig({})
    expect(oidcIssuers).toEqual([
      { issuer: 'https://accounts.google.com', clientIds: [] },
      { issuer: 'https://appleid.apple.com', clientIds: [] },
    ])
    expect({ smtpUrl, custodyKey, formerCustodyKeys }).toEqual({
      smtpUrl: undefined,
      custodyKey: undefined,
      formerCustodyKeys: [],
    })
  })

  it('names an identity provider of operators with its groups, whole or not at all', () => {
    expect(readConfig({ ...GOOD, ...COMPANY }).company).toEqual({
      issuer: 'https://login.example/tenant',
      clientId: 'causeway',
      clientSecret: 'a secret of the client',
      claim: 'groups',
      roles: new Map([
        ['cn=admins', 'ADMINISTRATOR'],
        ['desk', 'OPERATOR'],
      ]),
      domains: ['corp.example', 'sub.corp.example'],
    })
    expect(readConfig(GOOD).company).toBeUndefined()
    for (const name of Object.keys(COMPANY))
      expect(faultsOf({ ...GOOD, ...COMPANY, [name]: '' }), name).toContain(`${name} is missing`)
    const faultFor = (name: string, value: string) =>
      faultsOf({ ...GOOD, ...COMPANY, [`CAUSEWAY_DASHBOARD_${name}`]: value })
    expect(faultFor('OIDC_ISSUER', 'http://login.example')).toContain('CAUSEWAY_DASHBOARD_OIDC_ISSUER is "http')
    expect(faultFor('OIDC_ROLES', 'desk=owner')).toContain('CAUSEWAY_DASHBOARD_OIDC_ROLES is "desk=owner"')
    expect(faultFor('OIDC_DOMAINS', '@corp.example')).toContain('CAUSEWAY_DASHBOARD_OIDC_DOMAINS is')
  })

  describe('of EVM chains', () => {
    const URLS = 'https://a.example/v2/rpc-key,https://b.example'
    const CHAIN = { CAUSEWAY_EVM_BASE_URLS: URLS, CAUSEWAY_EVM_KEY: key(3) }

    it('connects none unless it names endpoints, and then the usual one', () => {
      expect(readConfig({}).evm.chains).toEqual([])
      expect(readConfig({ ...CHAIN, CAUSEWAY_EVM_BASE: 'confirmations=9' }).evm).toMatchObject({
        key: key(3),
        chains: [{ id: 'evm-base', chainId: 8453, confirmations: 9, urls: URLS.split(',') }],
      })
    })

    /** Test vector 1 of BIP-32. */
    const XPRV =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'

    it.each<[string, Record<string, string>, string]>([
      ['no key', { CAUSEWAY_EVM_KEY: '' }, 'CAUSEWAY_EVM_KEY or CAUSEWAY_EVM_KEY_FILE is missing'],
      ['an invalid key', { CAUSEWAY_EVM_KEY: 'abc' }, 'CAUSEWAY_EVM_KEY is invalid'],
      ['an invalid endpoint', { CAUSEWAY_EVM_BASE_URLS: 'a.example/rpc-key' }, 'CAUSEWAY_EVM_BASE_URLS is invalid'],
      ['one endpoint twice', { CAUSEWAY_EVM_BASE_URLS: `${URLS},${URLS}` }, 'CAUSEWAY_EVM_BASE_URLS is invalid'],
      ['an extended private key', { CAUSEWAY_EVM_XPUB: XPRV }, 'CAUSEWAY_EVM_XPUB is invalid'],
      ['an unknown option', { CAUSEWAY_EVM_BASE: 'speed=9' }, 'CAUSEWAY_EVM_BASE is "speed=9"'],
      [
        'options without endpoints',
        { CAUSEWAY_EVM_POLYGON: 'confirmations=9' },
        'CAUSEWAY_EVM_POLYGON_URLS is missing',
      ],
    ])('is refused with %s', (_name, changes, fault) => {
      const faults = faultsOf({ ...CHAIN, ...changes })
      expect(faults).toContain(fault)
      expect(faults).not.toContain('rpc-key')
      expect(faults).not.toContain(XPRV)
    })

    it('is refused in production with a placeholder as a key, and over http', () => {
      const changes = { CAUSEWAY_EVM_BASE_URLS: 'http://a.example', CAUSEWAY_EVM_KEY: KEY }
      const faults = faultsOf({ ...GOOD, ...changes })
      expect(faults).toContain('CAUSEWAY_EVM_KEY is not a random key')
      expect(faults).toContain('has an address with http')
    })
  })

  describe('of Lightning', () => {
    const NODE = {
      CAUSEWAY_LIGHTNING_URL: 'https://node-name:8080',
      CAUSEWAY_LIGHTNING_CERT_FILE: '/lnd/tls.cert',
      CAUSEWAY_LIGHTNING_MACAROON_FILE: '/lnd/causeway.macaroon',
    }

    it('connects no node unless it has an address, and then with the usual limits', () => {
      expect(readConfig({}).lightning).toBeUndefined()
      expect(readConfig({ ...NODE, CAUSEWAY_LIGHTNING: 'fee-per-mille=3 max=50000' }).lightning).toMatchObject({
        settings: { url: 'https://node-name:8080', feePerMille: 3n, minFee: 10n, maxAmount: 50_000n },
        certificateFile: '/lnd/tls.cert',
      })
    })

    it.each<[string, Record<string, string>, string]>([
      ['plain http', { CAUSEWAY_LIGHTNING_URL: 'http://node-name:8080' }, 'CAUSEWAY_LIGHTNING_URL is invalid'],
      ['no certificate', { CAUSEWAY_LIGHTNING_CERT_FILE: '' }, 'CAUSEWAY_LIGHTNING_CERT_FILE is missing'],
      ['no macaroon', { CAUSEWAY_LIGHTNING_MACAROON_FILE: '' }, 'CAUSEWAY_LIGHTNING_MACAROON_FILE is missing'],
      ['an unknown option', { CAUSEWAY_LIGHTNING: 'speed=9' }, 'CAUSEWAY_LIGHTNING is "speed=9"'],
      ['a fee that is more than the amount', { CAUSEWAY_LIGHTNING: 'fee-per-mille=1001' }, 'CAUSEWAY_LIGHTNING is'],
      ['a largest amount below the smallest', { CAUSEWAY_LIGHTNING: 'min=5 max=4' }, 'CAUSEWAY_LIGHTNING is'],
      ['settings without an address', { CAUSEWAY_LIGHTNING_URL: '' }, 'CAUSEWAY_LIGHTNING_URL is missing'],
    ])('is refused with %s', (_name, changes, fault) => {
      expect(faultsOf({ ...NODE, ...changes })).toContain(fault)
    })
  })

  it('lists issuers with their accepted client ids', () => {
    const CAUSEWAY_OIDC_ISSUERS = 'https://a.example/realms/x web phone, http://localhost:9000'
    expect(readConfig({ CAUSEWAY_OIDC_ISSUERS }).oidcIssuers).toEqual([
      { issuer: 'https://a.example/realms/x', clientIds: ['web', 'phone'] },
      { issuer: 'http://localhost:9000', clientIds: [] },
    ])
  })

  it.each(['a.example', 'http://a.example', 'http://localhost.evil.example', 'https://a.example,,', 'ftp://localhost'])(
    'refuses the issuer %s',
    (CAUSEWAY_OIDC_ISSUERS) => expect(faultsOf({ CAUSEWAY_OIDC_ISSUERS })).toContain('CAUSEWAY_OIDC_ISSUERS is "'),
  )

  it('keeps replies, requests and attempts for their usual days, events and documents for good, unless told otherwise', () => {
    expect(readConfig({}).retention).toEqual({ replies: 30, requests: 7, attempts: 30 })
    const given = {
      CAUSEWAY_KEEP_REPLIES_DAYS: '2',
      CAUSEWAY_KEEP_REQUESTS_DAYS: '3',
      CAUSEWAY_KEEP_ATTEMPTS_DAYS: '4',
      CAUSEWAY_KEEP_EVENTS_DAYS: '8',
      CAUSEWAY_KEEP_DOCUMENTS_DAYS: '6',
    }
    expect(readConfig(given).retention).toEqual({ replies: 2, requests: 3, attempts: 4, events: 8, documents: 6 })
    expect(faultsOf({ CAUSEWAY_KEEP_EVENTS_DAYS: '7' })).toContain('CAUSEWAY_KEEP_EVENTS_DAYS is "7"')
  })

  it('has default rate limits: protective ones in production, far above normal use in the sandbox', () => {
    const production = readConfig(GOOD)
    expect(production.limits).toEqual({
      tokenPerSecond: 1_000,
      platformPerSecond: 2_000,
      agentPerSecond: 50,
      customerPerSecond: 200,
      uploadsPerMinute: 120,
      challengesPerMinute: 30_000,
      sessionsPerMinute: 6_000,
      exportsPerHour: 1_000,
      failuresPerMinute: 300,
      queuedMaxMs: 2_000,
    })
    expect(readConfig({}).limits.tokenPerSecond).toBeGreaterThanOrEqual(1_000)
    expect(readConfig({ CAUSEWAY_PLATFORM_RATE_LIMIT: '7' }).limits.platformPerSecond).toBe(7)
  })

  it('trusts the listed proxies only', () => {
    expect(readConfig({}).trustedProxies).toEqual([])
    const CAUSEWAY_TRUSTED_PROXIES = '10.0.0.0/8, 2001:db8::1'
    expect(readConfig({ CAUSEWAY_TRUSTED_PROXIES }).trustedProxies).toEqual(['10.0.0.0/8', '2001:db8::1'])
    for (const wrong of ['proxy.example', '10.0.0.0/33', '*', '10.0.0.1,,'])
      expect(faultsOf({ CAUSEWAY_TRUSTED_PROXIES: wrong })).toContain('CAUSEWAY_TRUSTED_PROXIES is "')
  })

  it('accepts several earlier master keys', () => {
    const CAUSEWAY_FORMER_CUSTODY_KEYS = `${KEY}, ${'cd'.repeat(32)}`
    expect(readConfig({ CAUSEWAY_FORMER_CUSTODY_KEYS }).formerCustodyKeys).toEqual([KEY, 'cd'.repeat(32)])
  })

  it('keeps secret values out of messages', () => {
    const secret = 'not-a-key-but-secret'
    const message = faultsOf({
      CAUSEWAY_SECRET_KEY: secret,
      CAUSEWAY_CUSTODY_KEY: secret,
      CAUSEWAY_FORMER_SECRET_KEYS: `${KEY},${secret}`,
      CAUSEWAY_FORMER_CUSTODY_KEYS: `${KEY},${secret}`,
      CAUSEWAY_SMTP_URL: `mail://user:${secret}@mail.example`,
      DATABASE_URL: `mysql://user:${secret}@db.example`,
      PORT: 'eighty',
    })
    for (const name of [
      'SECRET_KEY',
      'FORMER_SECRET_KEYS',
      'CUSTODY_KEY',
      'FORMER_CUSTODY_KEYS',
      'SMTP_URL',
      'DATABASE_URL',
    ])
      expect(message).toContain(`${name} is invalid; expected`)
    expect(message).toContain('PORT is "eighty"')
    expect(message).not.toContain(secret)
    expect(message).not.toContain(KEY)
  })

  it('requires a master key in production', () => {
    expect(faultsOf({ CAUSEWAY_MODE: 'production' })).toContain('CAUSEWAY_CUSTODY_KEY is missing')
  })

  it('accepts no issuer without client ids in production, and has none by default', () => {
    const production = { CAUSEWAY_MODE: 'production' }
    const text = (env: Record<string, string>) => String(faultsOf({ ...production, ...env }))
    expect(text({ CAUSEWAY_OIDC_ISSUERS: 'https://accounts.google.com' })).toContain('names no client id for')
    expect(text({ CAUSEWAY_OIDC_ISSUERS: 'https://accounts.google.com app' })).not.toContain('OIDC')
    expect(text({})).not.toContain('OIDC')
  })
})

describe('the environment of production', () => {
  it('is accepted when it is complete, with default price bounds and mail domain', () => {
    const { rates, mailDomains } = readConfig(GOOD)
    expect(rates).toMatchObject({ quorum: 2, maxDeviation: 0.01, maxStep: 0.1, spreads: new Map() })
    expect(mailDomains).toEqual(['acme.example'])
    expect(readConfig({}).mailDomains).toBeUndefined()
  })

  it.each([
    ['CAUSEWAY_SECRET_KEY', '0'.repeat(64), 'CAUSEWAY_SECRET_KEY is not a random key'],
    ['CAUSEWAY_CUSTODY_KEY', 'AB'.repeat(32), 'CAUSEWAY_CUSTODY_KEY is not a random key'],
    ['CAUSEWAY_FORMER_SECRET_KEYS', '00'.repeat(32), 'CAUSEWAY_FORMER_SECRET_KEYS is not a random key'],
    ['CAUSEWAY_FORMER_SECRET_KEYS', key(1), 'CAUSEWAY_FORMER_SECRET_KEYS is the same key as CAUSEWAY_SECRET_KEY'],
    ['CAUSEWAY_FORMER_CUSTODY_KEYS', 'ff'.repeat(32), 'CAUSEWAY_FORMER_CUSTODY_KEYS is not a random key'],
    ['CAUSEWAY_CUSTODY_KEY', key(1).toUpperCase(), 'CAUSEWAY_CUSTODY_KEY is the same key as CAUSEWAY_SECRET_KEY'],
    ['CAUSEWAY_FORMER_CUSTODY_KEYS', key(2), 'CAUSEWAY_FORMER_CUSTODY_KEYS is the same key as CAUSEWAY_CUSTODY_KEY'],
    ['DATABASE_URL', 'postgres://u:p@db.example/causeway', 'DATABASE_URL crosses a network without TLS'],
    [
      'DATABASE_URL',
      'postgres://u:p@db.example/causeway?sslmode=disable',
      'DATABASE_URL crosses a network without TLS',
    ],
    ['DATABASE_URL', 'postgres://u:p@db.example/causeway?sslmode=no-verify', 'DATABASE_URL crosses a network without'],
    ['DATABASE_URL', 'postgres://u:p@localhost/causeway?host=db.example', 'DATABASE_URL crosses a network without TLS'],
    ['CAUSEWAY_PUBLIC_URL', 'http://pay.example', 'CAUSEWAY_PUBLIC_URL is http'],
    ['CAUSEWAY_RATES_URLS', 'https://a.example/x,http://b.example/x', 'CAUSEWAY_RATES_URLS has an address with http'],
    ['CAUSEWAY_RATES_URLS', 'https://a.example/x,https://a.example/y', 'a source cannot confirm itself'],
    ['CAUSEWAY_RATES_URLS', 'https://a.example/x', 'names 1 of the 2 sources that must agree'],
    ['CAUSEWAY_RATES_URLS', '', 'CAUSEWAY_RATES_URLS is missing'],
    ['CAUSEWAY_RATES_QUORUM', '0', 'CAUSEWAY_RATES_QUORUM is "0"'],
    ['CAUSEWAY_RATES_QUORUM', '3', 'names 2 of the 3 sources that must agree'],
    ['CAUSEWAY_RATES_SPREADS', 'USD/MXN:0.5', 'CAUSEWAY_RATES_SPREADS is "USD/MXN:0.5"'],
    ['CAUSEWAY_RATES_SPREADS', 'USD-MXN:0.01', 'CAUSEWAY_RATES_SPREADS is "USD-MXN:0.01"'],
    ['CAUSEWAY_RATES_MAX_STEP', '1.5', 'CAUSEWAY_RATES_MAX_STEP is "1.5"'],
    ['CAUSEWAY_MAIL_DOMAINS', 'acme.example,x@y', 'CAUSEWAY_MAIL_DOMAINS is "'],
  ])('is refused with %s=%s', (name, value, fault) => {
    const message = faultsOf({ ...GOOD, [name]: value })
    expect(message).toContain(fault)
    expect(message, 'one fault').toMatch(/^[^\n]*\n- [^\n]*$/)
  })

  it.each([
    ['DATABASE_URL', 'postgres://u:p@localhost/causeway'],
    ['DATABASE_URL', 'postgres://u:p@[::1]:5433/causeway'],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1/causeway'],
    ['DATABASE_URL', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/causeway'],
    ['DATABASE_URL', 'postgres:///causeway?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://u:p@db.example/causeway?sslmode=require'],
    ['CAUSEWAY_PUBLIC_URL', 'https://pay.example'],
    ['CAUSEWAY_RATES_URLS', 'http://127.0.0.1:9000/rates,https://other.example/latest'],
    ['CAUSEWAY_RATES_QUORUM', '1'],
    ['CAUSEWAY_RATES_SPREADS', 'USD/MXN:0.004, USD/*:0.01,*/*:0.002'],
  ])('is accepted with %s=%s', (name, value) => expect(faultsOf({ ...GOOD, [name]: value })).toBe(''))

  it('may connect to its database without TLS when the operator permits it', () => {
    const DATABASE_URL = 'postgres://u:p@db.mesh/causeway'
    expect(faultsOf({ ...GOOD, DATABASE_URL, CAUSEWAY_DATABASE_TLS: 'off' })).toBe('')
  })
})
