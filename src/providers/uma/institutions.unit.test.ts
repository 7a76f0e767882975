import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { institutionsReachedBy, type Partners } from './institutions.ts'

const pair = createECDH('secp256k1')
pair.generateKeys()
const KEYS = JSON.stringify({
  signingPubKey: pair.getPublicKey('hex'),
  encryptionPubKey: pair.getPublicKey('hex', 'compressed'),
})

function institutions({
  answers = [] as { status: number; body: string }[],
  partners = 'ANY' as Partners,
  allowLoopback = true,
  now = Date.now,
} = {}) {
  const asked: string[] = []
  const get = async (url: string) => {
    asked.push(url)
    return answers.shift() ?? { status: 200, body: KEYS }
  }
  return { asked, ...institutionsReachedBy({ get, partners, allowLoopback, now }) }
}

describe('another institution', () => {
  it('is reached by https, and by http only on this machine where that is allowed', () => {
    const { originOf } = institutions()
    expect(originOf('bank.example')).toBe('https://bank.example')
    expect(originOf('bank-b.localhost:4802')).toBe('http://bank-b.localhost:4802')
    expect(originOf('127.0.0.1:4802')).toBe('http://127.0.0.1:4802')
    // Names that the SDK would call by http.
    expect(originOf('bank.internal')).toBe('https://bank.internal')
    expect(institutions({ allowLoopback: false }).originOf('localhost:4802')).toBe('https://localhost:4802')
  })

  it('may be any valid domain, or only those of a list', () => {
    const { refuseUnlessPartner } = institutions()
    expect(() => refuseUnlessPartner('bank.example:4802')).not.toThrow()
    for (const domain of [
      '',
      'bank.example/path',
      'a@bank.example',
      'bank.example?x=',
      '-bank.example',
      `${'a'.repeat(254)}.example`,
    ])
      expect(() => refuseUnlessPartner(domain)).toThrow('not a partner')
    const listed = institutions({ partners: ['bank.example'] })
    expect(() => listed.refuseUnlessPartner('bank.example')).not.toThrow()
    expect(() => listed.refuseUnlessPartner('other.example')).toThrow('not a partner')
  })

  it('is asked for its keys once, also by many at the same time', async () => {
    const { asked, keysOf } = institutions()
    const [first, second] = await Promise.all([keysOf('bank.example'), keysOf('bank.example')])
    expect(first).toBe(second)
    expect(Buffer.from(first.getSigningPubKey()).toString('hex')).toBe(pair.getPublicKey('hex'))
    await keysOf('bank.example')
    expect(asked).toEqual(['https://bank.example/.well-known/lnurlpubkey'])
  })

  it('is asked again when it did not answer, or with keys that have expired since', async () => {
    const expired = JSON.stringify({ ...JSON.parse(KEYS), expirationTimestamp: 1 })
    const { asked, keysOf } = institutions({
      answers: [
        { status: 500, body: '' },
        { status: 200, body: expired },
      ],
    })
    await expect(keysOf('bank.example')).rejects.toMatchObject({ code: 'COUNTERPARTY_PUBKEY_FETCH_ERROR' })
    await keysOf('bank.example')
    await keysOf('bank.example')
    expect(asked).toHaveLength(3)
  })

  it('is asked for newer keys at most once in 30 seconds, however many signatures match none', async () => {
    let time = 1_000_000
    const { asked, keysOf, newerKeysOf } = institutions({ now: () => time })
    await keysOf('bank.example')
    expect(await newerKeysOf('bank.example')).toBeDefined()
    expect(await Promise.all([1, 2, 3].map(() => newerKeysOf('bank.example')))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    time += 29_999
    expect(await newerKeysOf('bank.example')).toBeUndefined()
    time += 1
    expect(await newerKeysOf('bank.example')).toBe(await keysOf('bank.example'))
    expect(asked).toHaveLength(3)
  })

  it.each(['{}', 'hello', '{"signingPubKey":"04abcd","encryptionPubKey":"04abcd"}'])(
    'has no keys when it says %s',
    async (body) => {
      const { keysOf } = institutions({ answers: [{ status: 200, body }] })
      await expect(keysOf('bank.example')).rejects.toMatchObject({ code: 'COUNTERPARTY_PUBKEY_FETCH_ERROR' })
    },
  )
})
