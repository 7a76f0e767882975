/** External account types: every type accepts its fields and nothing else. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, isKnownCurrency } from '../../currencies.ts'
import { accountExamples } from './account-examples.ts'
import type { AccountTypeRow } from './account-row.ts'
import {
  ACCOUNT_TYPES,
  type AccountType,
  ExternalAccountCreateInfo,
  ExternalAccountInfo,
  holdsCurrency,
  railsOf,
} from './account-types.ts'

const ajv = new Ajv2020({ discriminator: true, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
const compile = (schema: unknown) =>
  ajv.compile(JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value))))
const accepts = compile(ExternalAccountCreateInfo)
const answers = compile(ExternalAccountInfo)
const types = Object.keys(ACCOUNT_TYPES) as AccountType[]

const person = { beneficiaryType: 'INDIVIDUAL', fullName: 'Maria Lopez' }
const address = { line1: '1 Market Street', postalCode: '94105', country: 'US' }
const wallet = (accountType: string, address: string) => accepts({ accountType, address })

describe('an external account', () => {
  it.each(types)('of type %s is accepted in every form, and answered with its rails', (accountType) => {
    for (const account of accountExamples(accountType)) {
      expect(accepts(account), JSON.stringify(accepts.errors)).toBe(true)
      expect(railsOf(account)).not.toEqual([])
      expect(answers({ ...account, paymentRails: railsOf(account) }), JSON.stringify(answers.errors)).toBe(true)
    }
  })

  it.each(types)('of type %s is refused without any of its required fields', (accountType) => {
    for (const account of accountExamples(accountType))
      for (const name of Object.keys(account)) {
        const { [name as 'accountType']: _, ...rest } = account
        expect(accepts(rest), `${accountType} without ${name}`).toBe(false)
      }
  })

  it('is refused when its type is unknown', () => {
    expect(accepts({ accountType: 'GALLEON_ACCOUNT', accountNumber: '1' })).toBe(false)
  })

  it('belongs to a person or a business', () => {
    const account = { accountType: 'USD_ACCOUNT', accountNumber: '12345', routingNumber: '021000021' }
    expect(accepts({ ...account, beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Northwind Ltd' } })).toBe(true)
    expect(accepts({ ...account, beneficiary: { beneficiaryType: 'BUSINESS', fullName: 'Northwind Ltd' } })).toBe(false)
    expect(accepts({ ...account, beneficiary: { beneficiaryType: 'TRUST', legalName: 'Northwind Ltd' } })).toBe(false)
  })

  it('names the fields that a country requires', () => {
    const account = { accountType: 'AED_ACCOUNT', iban: 'AE070331234567890123456', swiftCode: 'EBILAEAD' }
    expect(accepts({ ...account, beneficiary: person })).toBe(false)
    expect(accepts({ ...account, beneficiary: { ...person, address } })).toBe(true)
  })
})

describe('a wallet address', () => {
  it.each([
    ['SPARK_WALLET', 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6003'],
    ['SPARK_WALLET', 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6102'],
    ['SOLANA_WALLET', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gD002'],
    ['TRON_WALLET', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL005'],
    ['BASE_WALLET', '0xAb5801a7D398351b8bE11C439e05C5B3259ae004'],
  ])('of %s may end in a sandbox suffix: %s', (accountType, address) => {
    expect(wallet(accountType, address)).toBe(true)
  })

  it.each(types.filter((accountType) => 'address' in ACCOUNT_TYPES[accountType].fields))(
    'of %s is not just any text',
    (accountType) => {
      expect(wallet(accountType, 'invalid_address')).toBe(false)
      expect(wallet(accountType, '')).toBe(false)
      for (const { address } of accountExamples(accountType) as unknown as { address: string }[]) {
        expect(wallet(accountType, address)).toBe(true)
        expect(wallet(accountType, `${address} `)).toBe(false)
      }
    },
  )

  it('of Lightning has exactly one form', () => {
    const lightningAddress = 'maria.002@wallet.example'
    expect(accepts({ accountType: 'LIGHTNING', lightningAddress })).toBe(true)
    expect(accepts({ accountType: 'LIGHTNING' })).toBe(false)
    expect(accepts({ accountType: 'LIGHTNING', lightningAddress, invoice: 'lnbc15u1p3xnhl2pp5jptserf' })).toBe(false)
  })
})

describe('railsOf', () => {
  it('follows the form that was given', () => {
    const india = { accountType: 'INR_ACCOUNT' } as const
    const bank = { accountNumber: '012345678901', ifsc: 'HDFC0001234', rail: 'NEFT' }
    expect(railsOf({ ...india, vpa: 'asha@okbank' } as typeof india)).toEqual(['UPI'])
    expect(railsOf({ ...india, ...bank } as typeof india)).toEqual(['NEFT', 'RTGS'])
    expect(railsOf({ ...india, vpa: 'asha@okbank', ...bank } as typeof india)).toEqual(['UPI', 'NEFT', 'RTGS'])
  })
})

describe('the table of account types', () => {
  it('names only known currencies, and requires only fields that it has', () => {
    for (const accountType of types) {
      const { currencies, fields, forms = [], rails }: AccountTypeRow = ACCOUNT_TYPES[accountType]
      if (currencies !== 'ANY')
        expect(
          currencies.filter((code) => !isKnownCurrency(code)),
          accountType,
        ).toEqual([])
      expect(
        forms.flatMap(({ needs }) => needs).filter((name) => !(name in fields)),
        accountType,
      ).toEqual([])
      expect(
        forms.flatMap((form) => form.rails).filter((rail) => !rails.includes(rail)),
        accountType,
      ).toEqual([])
    }
  })

  it('defines the currency that an account holds', () => {
    expect(holdsCurrency('EUR_ACCOUNT', 'EUR')).toBe(true)
    expect(holdsCurrency('EUR_ACCOUNT', 'USD')).toBe(false)
    expect(holdsCurrency('SWIFT_ACCOUNT', 'JPY')).toBe(true)
    expect(holdsCurrency('SPARK_WALLET', 'USDB')).toBe(true)
  })
})

describe('the table of currencies', () => {
  it('has exactly one exact rate to the dollar for each', () => {
    for (const [code, { perUsd, usdPerUnit }] of Object.entries(CURRENCIES)) {
      expect(
        [perUsd, usdPerUnit].filter((rate) => rate !== undefined),
        code,
      ).toHaveLength(1)
      expect(perUsd ?? usdPerUnit, code).toMatch(/^\d+(\.\d+)?$/)
    }
  })

  it('keeps the published sandbox rates', () => {
    const { EUR, MXN, INR, BRL, GBP, USDC, USDB, BTC } = CURRENCIES
    expect([EUR, MXN, INR, BRL, GBP, USDC, USDB].map(({ perUsd }) => perUsd)).toEqual([
      '0.92',
      '17.25',
      '82.50',
      '5.15',
      '0.79',
      '1',
      '1',
    ])
    expect(BTC.usdPerUnit).toBe('120048.01920768')
  })

  it('uses the units of ISO 4217, or of the chain', () => {
    const without = Object.entries(CURRENCIES).filter(([, { decimals }]) => decimals === 0)
    expect(without.map(([code]) => code)).toEqual(['RWF', 'UGX', 'VND', 'XAF', 'XOF'])
    expect([CURRENCIES.BTC.decimals, CURRENCIES.USDC.decimals, CURRENCIES.USD.decimals]).toEqual([8, 6, 2])
  })

  it('gives instant rails five minutes and others fifteen', () => {
    expect([CURRENCIES.MXN.validForMinutes, CURRENCIES.USD.validForMinutes]).toEqual([5, 15])
  })
})
