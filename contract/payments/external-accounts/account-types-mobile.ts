/** External account types paid through mobile money, with or without banks. */
import Type from 'typebox'
import { choice } from '../../schema.ts'
import * as fields from './account-fields.ts'
import { ibanField, phoneNumber } from './account-fields.ts'
import type { AccountTypeRow } from './account-row.ts'

const anyone = { requires: [] } as const
const optional = Type.Optional
const wallet = { phoneNumber: fields.Phone, provider: fields.Provider }
const MOBILE_FORM = { needs: ['phoneNumber'], rails: ['MOBILE_MONEY'] } as const

export const MOBILE_ACCOUNT_TYPES = {
  BDT_ACCOUNT: {
    name: 'Bank or mobile money in Bangladesh',
    currencies: ['BDT'],
    fields: {
      accountNumber: optional(fields.AccountNumber),
      bankName: optional(fields.BankName),
      branchCode: optional(fields.BranchCode),
      swiftCode: optional(fields.Bic),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    forms: [{ needs: ['accountNumber'], rails: ['BANK_TRANSFER'] }, MOBILE_FORM],
    beneficiary: anyone,
  },
  BWP_ACCOUNT: {
    name: 'Mobile money in Botswana',
    currencies: ['BWP'],
    fields: wallet,
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  COP_ACCOUNT: {
    name: 'Bank or mobile money in Colombia',
    currencies: ['COP'],
    fields: {
      accountNumber: optional(fields.AccountNumber),
      bankAccountType: optional(fields.BankAccountType),
      bankName: optional(fields.BankName),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    forms: [{ needs: ['accountNumber', 'bankAccountType'], rails: ['BANK_TRANSFER'] }, MOBILE_FORM],
    beneficiary: {
      requires: [],
      extra: {
        documentType: optional(choice(['CC', 'CE', 'TI', 'NIT', 'PP'], { description: 'Kind of identity document' })),
        documentNumber: optional(Type.String({ minLength: 1, maxLength: 50 })),
      },
    },
  },
  GHS_ACCOUNT: {
    name: 'Bank or mobile money in Ghana',
    currencies: ['GHS'],
    fields: {
      accountNumber: optional(fields.AccountNumber),
      bankName: optional(fields.BankName),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    forms: [{ needs: ['accountNumber'], rails: ['BANK_TRANSFER'] }, MOBILE_FORM],
    beneficiary: anyone,
  },
  HTG_ACCOUNT: {
    name: 'Mobile money in Haiti',
    currencies: ['HTG'],
    fields: { phoneNumber: fields.Phone },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  KES_ACCOUNT: {
    name: 'Mobile money in Kenya',
    currencies: ['KES'],
    fields: { phoneNumber: phoneNumber('254', '9', '+254712345678'), provider: fields.Provider },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  MWK_ACCOUNT: {
    name: 'Mobile money in Malawi',
    currencies: ['MWK'],
    fields: wallet,
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  PKR_ACCOUNT: {
    name: 'Bank or mobile money in Pakistan',
    currencies: ['PKR'],
    fields: {
      accountNumber: optional(fields.AccountNumber),
      iban: optional(
        ibanField(
          'PK',
          '[0-9]{2}[A-Z]{4}[0-9]{16}',
          'PK, 2 digits, 4 letters and 16 digits',
          'PK36SCBL0000001123456702',
        ),
      ),
      bankName: optional(fields.BankName),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    forms: [
      { needs: ['accountNumber'], rails: ['BANK_TRANSFER'] },
      { needs: ['iban'], rails: ['BANK_TRANSFER'] },
      MOBILE_FORM,
    ],
    beneficiary: anyone,
  },
  RWF_ACCOUNT: {
    name: 'Mobile money in Rwanda',
    currencies: ['RWF'],
    fields: { phoneNumber: phoneNumber('250', '9', '+250781234567'), provider: fields.Provider },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  SLV_ACCOUNT: {
    name: 'Bank or mobile money in El Salvador',
    currencies: ['USD', 'SVC'],
    fields: {
      accountNumber: optional(fields.AccountNumber),
      bankAccountType: optional(fields.BankAccountType),
      bankName: optional(fields.BankName),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    forms: [{ needs: ['accountNumber', 'bankAccountType'], rails: ['BANK_TRANSFER'] }, MOBILE_FORM],
    beneficiary: anyone,
  },
  TZS_ACCOUNT: {
    name: 'Mobile money in Tanzania',
    currencies: ['TZS'],
    fields: { phoneNumber: phoneNumber('255', '9', '+255712345678'), provider: fields.Provider },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  UGX_ACCOUNT: {
    name: 'Mobile money in Uganda',
    currencies: ['UGX'],
    fields: wallet,
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  XAF_ACCOUNT: {
    name: 'Mobile money in Central Africa',
    currencies: ['XAF'],
    fields: { ...wallet, region: choice(['CM', 'CG'], { description: 'Country of the account' }) },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  XOF_ACCOUNT: {
    name: 'Mobile money in West Africa',
    currencies: ['XOF'],
    fields: { ...wallet, region: choice(['BJ', 'CI', 'SN', 'TG'], { description: 'Country of the account' }) },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
  ZMW_ACCOUNT: {
    name: 'Mobile money in Zambia',
    currencies: ['ZMW'],
    fields: { phoneNumber: phoneNumber('260', '9', '+260971234567'), provider: fields.Provider },
    rails: ['MOBILE_MONEY'],
    beneficiary: anyone,
  },
} as const satisfies Record<string, AccountTypeRow>
