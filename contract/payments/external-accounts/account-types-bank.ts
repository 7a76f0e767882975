/** External account types paid through banks. */
import Type from 'typebox'
import { Country, choice } from '../../schema.ts'
import * as fields from './account-fields.ts'
import { digits, field, ibanField, phoneNumber } from './account-fields.ts'
import type { AccountTypeRow } from './account-row.ts'

const anyone = { requires: [] } as const
const optional = Type.Optional
const bank = { bankName: fields.BankName, accountNumber: fields.AccountNumber, swiftCode: fields.Bic }

export const BANK_ACCOUNT_TYPES = {
  AED_ACCOUNT: {
    name: 'Bank account in the Emirates',
    currencies: ['AED'],
    fields: {
      iban: ibanField('AE', '[0-9]{21}', 'AE and 21 digits', 'AE070331234567890123456'),
      swiftCode: optional(fields.Bic),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { requires: ['address'] },
  },
  BRL_ACCOUNT: {
    name: 'Pix key in Brazil',
    currencies: ['BRL'],
    fields: {
      pixKey: field('Pix key', 'What the owner has registered as the key', 'maria@pix.com.br', {
        minLength: 1,
        maxLength: 77,
      }),
      pixKeyType: choice(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'], { description: 'Kind of Pix key' }),
      taxId: field('CPF or CNPJ', 'Tax number of the owner: 11 to 14 digits', '12345678901', {
        pattern: '^[0-9]{11,14}$',
      }),
    },
    rails: ['PIX'],
    beneficiary: anyone,
  },
  CAD_ACCOUNT: {
    name: 'Bank account in Canada',
    currencies: ['CAD'],
    fields: {
      bankCode: digits(3, 'Institution number', '001'),
      branchCode: digits(5, 'Transit number', '00012'),
      accountNumber: field('Account number', '7 to 12 digits', '1234567', { pattern: '^[0-9]{7,12}$' }),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { requires: [], extra: { registrationNumber: optional(Type.String({ maxLength: 100 })) } },
  },
  DKK_ACCOUNT: {
    name: 'Bank account in Denmark',
    currencies: ['DKK'],
    fields: {
      iban: ibanField('DK', '[0-9]{16}', 'DK and 16 digits', 'DK5000400440116243'),
      swiftCode: optional(fields.Bic),
    },
    rails: ['SEPA', 'SEPA_INSTANT'],
    beneficiary: anyone,
  },
  EGP_ACCOUNT: {
    name: 'Bank account in Egypt',
    currencies: ['EGP'],
    fields: {
      bankName: fields.BankName,
      accountNumber: fields.AccountNumber,
      iban: optional(ibanField('EG', '[0-9]{27}', 'EG and 27 digits', 'EG380019000500000000263180002')),
      swiftCode: optional(fields.Bic),
      phoneNumber: optional(fields.Phone),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { requires: ['address', 'countryOfResidence', 'phoneNumber'] },
  },
  EUR_ACCOUNT: {
    name: 'Bank account in the euro area',
    currencies: ['EUR'],
    fields: { iban: fields.Iban, swiftCode: optional(fields.Bic) },
    rails: ['SEPA', 'SEPA_INSTANT'],
    beneficiary: { requires: ['address'] },
  },
  GBP_ACCOUNT: {
    name: 'Bank account in the United Kingdom',
    currencies: ['GBP'],
    fields: { sortCode: fields.SortCode, accountNumber: fields.UkAccountNumber },
    rails: ['FASTER_PAYMENTS'],
    beneficiary: anyone,
  },
  GTQ_ACCOUNT: {
    name: 'Bank account in Guatemala',
    currencies: ['GTQ'],
    fields: {
      accountNumber: fields.AccountNumber,
      bankAccountType: fields.BankAccountType,
      bankName: optional(fields.BankName),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { requires: ['countryOfResidence', 'phoneNumber'] },
  },
  HKD_ACCOUNT: {
    name: 'Bank account in Hong Kong',
    currencies: ['HKD'],
    fields: bank,
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  IDR_ACCOUNT: {
    name: 'Bank account in Indonesia',
    currencies: ['IDR'],
    fields: { ...bank, phoneNumber: phoneNumber('62', '9,12', '+6281234567890') },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  INR_ACCOUNT: {
    name: 'UPI or bank account in India',
    currencies: ['INR'],
    fields: {
      vpa: optional(fields.Vpa),
      accountNumber: optional(field('Account number', '9 to 18 digits', '012345678901', { pattern: '^[0-9]{9,18}$' })),
      ifsc: optional(fields.Ifsc),
      rail: optional(choice(['NEFT', 'RTGS'], { description: 'Rail for the payment' })),
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
    name: 'Bank account in Jamaica',
    currencies: ['JMD'],
    fields: {
      accountNumber: fields.AccountNumber,
      branchCode: fields.BranchCode,
      bankAccountType: fields.BankAccountType,
      bankName: optional(fields.BankName),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: { requires: ['address', 'phoneNumber'] },
  },
  MXN_ACCOUNT: {
    name: 'Bank account in Mexico',
    currencies: ['MXN'],
    fields: { clabeNumber: fields.Clabe },
    rails: ['SPEI'],
    beneficiary: anyone,
  },
  MYR_ACCOUNT: {
    name: 'Bank account in Malaysia',
    currencies: ['MYR'],
    fields: bank,
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  NGN_ACCOUNT: {
    name: 'Bank account in Nigeria',
    currencies: ['NGN'],
    fields: { accountNumber: digits(10, 'Account number', '0123456789'), bankName: fields.BankName },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  PHP_ACCOUNT: {
    name: 'Bank account in the Philippines',
    currencies: ['PHP'],
    fields: {
      bankName: fields.BankName,
      accountNumber: field('Account number', '8 to 16 digits', '001234567890', { pattern: '^[0-9]{8,16}$' }),
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  SGD_ACCOUNT: {
    name: 'Bank account in Singapore',
    currencies: ['SGD'],
    fields: bank,
    rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'],
    beneficiary: anyone,
  },
  SWIFT_ACCOUNT: {
    name: 'Bank account anywhere, by SWIFT',
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
  THB_ACCOUNT: {
    name: 'Bank account in Thailand',
    currencies: ['THB'],
    fields: bank,
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  USD_ACCOUNT: {
    name: 'Bank account in the United States',
    currencies: ['USD'],
    fields: {
      accountNumber: fields.AccountNumber,
      routingNumber: fields.RoutingNumber,
      bankName: optional(field('Bank', 'Name of the bank', 'First National Bank', { minLength: 1, maxLength: 140 })),
      bankAccountType: optional(fields.BankAccountType),
      intermediaryBankName: optional(
        field('Intermediary bank', 'Name of the intermediary bank, for wires', 'Correspondent Bank', {
          minLength: 1,
          maxLength: 140,
        }),
      ),
      intermediaryRoutingNumber: optional(digits(9, 'Routing number of the intermediary bank', '026009593')),
      fiToFiInformation: optional(
        Type.String({
          maxLength: 210,
          title: 'Bank-to-bank message',
          description: 'Message between the banks, for wires',
        }),
      ),
    },
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    beneficiary: anyone,
  },
  VND_ACCOUNT: {
    name: 'Bank account in Vietnam',
    currencies: ['VND'],
    fields: bank,
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
  ZAR_ACCOUNT: {
    name: 'Bank account in South Africa',
    currencies: ['ZAR'],
    fields: {
      accountNumber: field('Account number', '9 to 13 digits', '0123456789', { pattern: '^[0-9]{9,13}$' }),
      bankName: fields.BankName,
    },
    rails: ['BANK_TRANSFER'],
    beneficiary: anyone,
  },
} as const satisfies Record<string, AccountTypeRow>
