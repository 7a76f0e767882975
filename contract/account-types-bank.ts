/** Owns the external account types that are paid through banks. */
import Type from 'typebox'
import * as fields from './account-fields.ts'
import { digits, field, ibanOf, phoneOf } from './account-fields.ts'
import type { AccountTypeRow } from './account-row.ts'
import { Country, choice } from './schema.ts'

const anyone = { insists: [] } as const
const optional = Type.Optional
const bank = { bankName: fields.BankName, accountNumber: fields.AccountNumber, swiftCode: fields.Bic }

export const BANK_ACCOUNT_TYPES = {
  AED_ACCOUNT: {
    currencies: ['AED'],
    fields: { iban: ibanOf('AE', '[0-9]{21}', 'AE070331234567890123456'), swiftCode: optional(fields.Bic) },
    rails: ['BANK_TRANSFER'],
    beneficiary: { insists: ['address'] },
  },
  BRL_ACCOUNT: {
    currencies: ['BRL'],
    fields: {
      pixKey: field('Pix key', 'maria@pix.com.br', { minLength: 1, maxLength: 77 }),
      pixKeyType: choice(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'], { description: 'Kind of Pix key' }),
      taxId: field('CPF or CNPJ of the owner, digits only', '12345678901', { pattern: '^[0-9]{11,14}$' }),
    },
    rails: ['PIX'],
    beneficiary: anyone,
  },
  CAD_ACCOUNT: {
    currencies: ['CAD'],
    fields: {
      bankCode: digits(3, 'Institution number', '001'),
      branchCode: digits(5, 'Transit number', '00012'),
      accountNumber: field('Account number', '1234567', { pattern: '^[0-9]{7,12}$' }),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { insists: [], also: { registrationNumber: optional(Type.String({ maxLength: 100 })) } },
  },
  DKK_ACCOUNT: {
    currencies: ['DKK'],
    fields: { iban: ibanOf('DK', '[0-9]{16}', 'DK5000400440116243'), swiftCode: optional(fields.Bic) },
    rails: ['SEPA', 'SEPA_INSTANT'],
    beneficiary: anyone,
  },
  EGP_ACCOUNT: {
    currencies: ['EGP'],
    fields: {
      bankName: fields.BankName,
      accountNumber: fields.AccountNumber,
      iban: optional(ibanOf('EG', '[0-9]{27}', 'EG380019000500000000263180002')),
      swiftCode: optional(fields.Bic),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { insists: ['address', 'countryOfResidence', 'phoneNumber'] },
  },
  EUR_ACCOUNT: {
    currencies: ['EUR'],
    fields: { iban: fields.Iban, swiftCode: optional(fields.Bic) },
    rails: ['SEPA', 'SEPA_INSTANT'],
    beneficiary: { insists: ['address'] },
  },
  GBP_ACCOUNT: {
    currencies: ['GBP'],
    fields: { sortCode: fields.SortCode, accountNumber: fields.UkAccountNumber },
    rails: ['FASTER_PAYMENTS'],
    beneficiary: anyone,
  },
  GTQ_ACCOUNT: {
    currencies: ['GTQ'],
    fields: {
      accountNumber: fields.AccountNumber,
      bankAccountType: fields.BankAccountType,
      bankName: optional(fields.BankName),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { insists: ['countryOfResidence', 'phoneNumber'] },
  },
  HKD_ACCOUNT: { currencies: ['HKD'], fields: bank, rails: ['BANK_TRANSFER'], beneficiary: anyone },
  IDR_ACCOUNT: {
    currencies: ['IDR'],
    fields: { ...bank, phoneNumber: phoneOf('62', '9,12', '+6281234567890') },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  INR_ACCOUNT: {
    currencies: ['INR'],
    fields: {
      vpa: optional(fields.Vpa),
      accountNumber: optional(field('Account number', '012345678901', { pattern: '^[0-9]{9,18}$' })),
      ifsc: optional(fields.Ifsc),
      rail: optional(choice(['NEFT', 'RTGS'], { description: 'How a bank account is to be paid' })),
      bankName: optional(fields.BankName),
    },
    rails: ['UPI', 'NEFT', 'RTGS'],
    forms: [
      { needs: ['vpa'], rails: ['UPI'] },
      { needs: ['accountNumber', 'ifsc', 'rail'], rails: ['NEFT', 'RTGS'] },
    ],
    beneficiary: anyone,
  },
  JMD_ACCOUNT: {
    currencies: ['JMD'],
    fields: {
      accountNumber: fields.AccountNumber,
      branchCode: fields.BranchCode,
      bankAccountType: fields.BankAccountType,
      bankName: optional(fields.BankName),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { insists: ['address', 'phoneNumber'] },
  },
  MXN_ACCOUNT: { currencies: ['MXN'], fields: { clabeNumber: fields.Clabe }, rails: ['SPEI'], beneficiary: anyone },
  MYR_ACCOUNT: { currencies: ['MYR'], fields: bank, rails: ['BANK_TRANSFER'], beneficiary: anyone },
  NGN_ACCOUNT: {
    currencies: ['NGN'],
    fields: { accountNumber: digits(10, 'Account number', '0123456789'), bankName: fields.BankName },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  PHP_ACCOUNT: {
    currencies: ['PHP'],
    fields: {
      bankName: fields.BankName,
      accountNumber: field('Account number', '001234567890', { pattern: '^[0-9]{8,16}$' }),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  SGD_ACCOUNT: { currencies: ['SGD'], fields: bank, rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'], beneficiary: anyone },
  SWIFT_ACCOUNT: {
    currencies: 'ANY',
    fields: {
      country: Country,
      swiftCode: fields.Bic,
      bankName: fields.BankName,
      accountNumber: optional(fields.AccountNumber),
      iban: optional(fields.Iban),
    },
    rails: ['SWIFT'],
    forms: [
      { needs: ['accountNumber'], rails: ['SWIFT'] },
      { needs: ['iban'], rails: ['SWIFT'] },
    ],
    beneficiary: anyone,
  },
  THB_ACCOUNT: { currencies: ['THB'], fields: bank, rails: ['BANK_TRANSFER'], beneficiary: anyone },
  USD_ACCOUNT: {
    currencies: ['USD'],
    fields: {
      accountNumber: fields.AccountNumber,
      routingNumber: fields.RoutingNumber,
      bankName: optional(field('Name of the bank', 'First National Bank', { minLength: 1, maxLength: 140 })),
      bankAccountType: optional(fields.BankAccountType),
      intermediaryBankName: optional(
        field('Bank in between, for wires', 'Correspondent Bank', { minLength: 1, maxLength: 140 }),
      ),
      intermediaryRoutingNumber: optional(fields.RoutingNumber),
      fiToFiInformation: optional(Type.String({ maxLength: 210, description: 'From bank to bank, for wires' })),
    },
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    beneficiary: anyone,
  },
  VND_ACCOUNT: { currencies: ['VND'], fields: bank, rails: ['BANK_TRANSFER'], beneficiary: anyone },
  ZAR_ACCOUNT: {
    currencies: ['ZAR'],
    fields: {
      accountNumber: field('Account number', '0123456789', { pattern: '^[0-9]{9,13}$' }),
      bankName: fields.BankName,
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
} as const satisfies Record<string, AccountTypeRow>
