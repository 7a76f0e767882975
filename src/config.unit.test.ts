import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const KEY = 'ab'.repeat(32)
const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('the environment', () => {
  it('accepts tokens of the usual issuers, and sends no mail, unless it says otherwise', () => {
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

  it('names issuers with the applications that count', () => {
    const CAUSEWAY_OIDC_ISSUERS = 'https://a.example/realms/x web phone, http://localhost:9000'
    expect(readConfig({ CAUSEWAY_OIDC_ISSUERS }).oidcIssuers).toEqual([
      { issuer: 'https://a.example/realms/x', clientIds: ['web', 'phone'] },
      { issuer: 'http://localhost:9000', clientIds: [] },
    ])
  })

  it.each(['a.example', 'http://a.example', 'http://localhost.evil.example', 'https://a.example,,', 'ftp://localhost'])(
    'has no issuer %s',
    (CAUSEWAY_OIDC_ISSUERS) => expect(faultsOf({ CAUSEWAY_OIDC_ISSUERS })).toContain('CAUSEWAY_OIDC_ISSUERS is "'),
  )

  it('may name several master keys from before', () => {
    const CAUSEWAY_FORMER_CUSTODY_KEYS = `${KEY}, ${'cd'.repeat(32)}`
    expect(readConfig({ CAUSEWAY_FORMER_CUSTODY_KEYS }).formerCustodyKeys).toEqual([KEY, 'cd'.repeat(32)])
  })

  it('is not repeated in a message where it is secret', () => {
    const secret = 'not-a-key-but-secret'
    const message = faultsOf({
      CAUSEWAY_SECRET_KEY: secret,
      CAUSEWAY_CUSTODY_KEY: secret,
      CAUSEWAY_FORMER_CUSTODY_KEYS: `${KEY},${secret}`,
      CAUSEWAY_SMTP_URL: `mail://user:${secret}@mail.example`,
      DATABASE_URL: `mysql://user:${secret}@db.example`,
      PORT: 'eighty',
    })
    for (const name of ['SECRET_KEY', 'CUSTODY_KEY', 'FORMER_CUSTODY_KEYS', 'SMTP_URL', 'DATABASE_URL'])
      expect(message).toContain(`${name} is wrong; it must be`)
    expect(message).toContain('PORT is "eighty"')
    expect(message).not.toContain(secret)
    expect(message).not.toContain(KEY)
  })

  it('must have its own master key in production', () => {
    expect(faultsOf({ CAUSEWAY_MODE: 'production' })).toContain('CAUSEWAY_CUSTODY_KEY is missing')
  })
})
