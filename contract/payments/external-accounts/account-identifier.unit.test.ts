/** Primary identifier of an external account, and the suffix read from it. */
import { describe, expect, it } from 'vitest'
import { accountExamples } from './account-examples.ts'
import { primaryIdentifier, sandboxSuffix } from './account-identifier.ts'
import { ACCOUNT_TYPES } from './account-types.ts'

describe('primaryIdentifier', () => {
  it.each([
    ['the account number', { accountType: 'USD_ACCOUNT', accountNumber: '12345', routingNumber: '021000021' }, '12345'],
    [
      'the IBAN',
      { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', swiftCode: 'DEUTDEFF' },
      'DE89370400440532013000',
    ],
    ['the CLABE', { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719' }, '032180000118359719'],
    [
      'the Pix key, not the tax number',
      { accountType: 'BRL_ACCOUNT', taxId: '12345678901', pixKey: 'a@b.br', pixKeyType: 'EMAIL' },
      'a@b.br',
    ],
    [
      'the account number before the phone number',
      { accountType: 'IDR_ACCOUNT', phoneNumber: '+6281234567890', accountNumber: '9' },
      '9',
    ],
    [
      'the phone number of mobile money',
      { accountType: 'KES_ACCOUNT', phoneNumber: '+254712345678', provider: 'M-PESA' },
      '+254712345678',
    ],
    ['the address of a wallet', { accountType: 'SPARK_WALLET', address: 'spark1abc003' }, 'spark1abc003'],
    ['any of the forms of a Lightning account', { accountType: 'LIGHTNING', lightningAddress: 'a@b.co' }, 'a@b.co'],
  ])('is %s', (_, account, identifier) => {
    expect(primaryIdentifier(account)).toBe(identifier)
  })

  it('exists for every form of every account type', () => {
    for (const accountType of Object.keys(ACCOUNT_TYPES) as (keyof typeof ACCOUNT_TYPES)[])
      for (const account of accountExamples(accountType)) expect(primaryIdentifier(account).length).toBeGreaterThan(2)
  })

  it('throws instead of guessing', () => {
    expect(() => primaryIdentifier({ accountType: 'USD_ACCOUNT' })).toThrow('must have an identifier')
  })
})

describe('sandboxSuffix', () => {
  it.each([
    ['000123456002', '002'],
    ['DE89370400440532013105', '105'],
    ['spark1pgssyuuuhnrrdj003', '003'],
    ['testuser.002@pix.com.br', '002'],
    ['maria@okbank', 'ria'],
    ['+254712345004', '004'],
    ['42', '42'],
  ])('of %s is %s', (identifier, suffix) => {
    expect(sandboxSuffix(identifier)).toBe(suffix)
  })
})
