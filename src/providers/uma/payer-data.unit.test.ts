/** Payer data: which of our keys opens what another institution has encrypted. */
import { createECDH } from 'node:crypto'
import { encrypt } from 'eciesjs'
import { describe, expect, it } from 'vitest'
import { pairFor, readCompliance } from './payer-data.ts'

function newPair() {
  const made = createECDH('secp256k1')
  const publicKey = made.generateKeys()
  return { privateKey: made.getPrivateKey(), publicKey }
}

describe('what was encrypted to one of our keys', () => {
  const [current, before, earlier] = [newPair(), newPair(), newPair()] as const
  const keys = { signing: current, encryption: current, readable: [current, before], cacheableUntil: 0 }
  const text = JSON.stringify({ payment: 'p1', payer: { name: 'Northwind Ltd' } })
  const encryptedTo = ({ publicKey }: typeof current) =>
    Buffer.from(encrypt(publicKey, Buffer.from(text))).toString('hex')

  it.each([
    ['the current one', current],
    ['the one before it', before],
  ])('is read with %s', (_, pair) => {
    const encrypted = encryptedTo(pair)
    expect(pairFor(encrypted, keys)).toBe(pair)
    expect(readCompliance(encrypted, pairFor(encrypted, keys).privateKey)).toMatchObject({ key: 'p1' })
  })

  it('is refused when it was an earlier one, or is damaged', () => {
    for (const encrypted of [encryptedTo(earlier), 'ab'.repeat(200)]) {
      const { privateKey } = pairFor(encrypted, keys)
      expect(() => readCompliance(encrypted, privateKey)).toThrow('could not be read with our key')
    }
  })
})
