import { createECDH } from 'node:crypto'
import { encrypt } from 'eciesjs'
import { describe, expect, it } from 'vitest'
import { askedOptions, complianceText, readCompliance, readPayer, requiredFields } from './payer-data.ts'

describe('payer data', () => {
  it('is requested and read under the names of UMA', () => {
    const required = [
      { name: 'FULL_NAME', mandatory: true },
      { name: 'COUNTRY_OF_RESIDENCE', mandatory: false },
    ] as const
    expect(askedOptions(required)).toEqual({ name: { mandatory: true }, countryOfResidence: { mandatory: false } })
    expect(
      requiredFields({ ...askedOptions(required), compliance: { mandatory: true }, identifier: { mandatory: true } }),
    ).toEqual(required)
  })

  it('is not sent where a mandatory detail is unknown here', () => {
    expect(requiredFields({ shoeSize: { mandatory: false } })).toEqual([])
    expect(() => requiredFields({ shoeSize: { mandatory: true } })).toThrow('shoeSize')
  })

  describe('in encrypted form', () => {
    const pair = createECDH('secp256k1')
    pair.generateKeys()
    const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex')
    const sealed = (text: string) => Buffer.from(encrypt(pair.getPublicKey(), Buffer.from(text))).toString('hex')
    const told = { key: 'p-1', payerData: { FULL_NAME: 'Zoë', BIRTH_DATE: '1990-01-15' } }

    it('is decrypted unchanged with the key', () =>
      expect(readCompliance(sealed(complianceText(told)), privateKey)).toEqual(told))

    it.each([
      ['for another key', sealed(complianceText(told)), Buffer.alloc(32, 1)],
      ['not at all', 'hello', privateKey],
    ])('is refused when it was encrypted %s', (_, text, key) =>
      expect(() => readCompliance(text, key)).toThrow('could not be read'),
    )

    it.each(['hello', '{"payer":{}}', '[]', 'null'])('reveals nothing when another implementation wrote %s', (text) =>
      expect(readCompliance(sealed(text), privateKey)).toBeUndefined(),
    )
  })

  it('is read in plain text where another implementation sends it so', () => {
    const payer = { name: 'Zoë', email: '', birthDate: '1990-01-15', shoeSize: '42', compliance: {}, nationality: null }
    expect(readPayer(payer)).toEqual({ FULL_NAME: 'Zoë', BIRTH_DATE: '1990-01-15' })
  })
})
