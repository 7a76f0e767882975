import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { REDACTED } from './redacted.ts'

function logged(what: object): string {
  let line = ''
  const write = (text: string) => {
    line = text
  }
  pino({ redact: [...REDACTED] }, { write }).info(what, 'something')
  return line
}

describe('a log', () => {
  it.each([
    'authorization',
    'clientSecret',
    'password',
    'cookie',
    'otp',
    'oidcToken',
    'assertion',
    'attestation',
    'encryptedSessionSigningKey',
    'encryptedWalletCredentials',
    'sealedKey',
    'payloadToSign',
    'clientPublicKey',
    'email',
  ])('shows no %s, wherever it occurs', (name) => {
    for (const what of [{ [name]: 'canary' }, { body: { [name]: 'canary' } }, { req: { body: { [name]: 'canary' } } }])
      expect(logged(what)).not.toContain('canary')
    expect(logged({ body: { [name]: { deep: 'canary' } } })).not.toContain('canary')
  })

  it('still identifies the line', () => {
    const line = logged({
      err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED', detail: 'row of a@b.example' }),
      requestId: 'r1',
    })
    for (const kept of ['ECONNREFUSED', 'r1', 'something', 'refused']) expect(line).toContain(kept)
    expect(line).not.toContain('a@b.example')
  })
})
