/** Owns the table of accounts elsewhere: banks, mobile money, wallets. */
import { bool, int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

export type ExternalAccountStatus = 'PENDING' | 'ACTIVE' | 'UNDER_REVIEW' | 'INACTIVE'

export const externalAccounts = table(
  'external_accounts',
  {
    id: uuid,
    /** Null: the platform's own. */
    customerId: orNull(uuid),
    platformAccountId: orNull(text()),
    currency: text(),
    accountType: text(),
    accountInfo: json<Readonly<Record<string, unknown>>>(),
    /** Account number, IBAN, address …: what tells it from others of its owner. */
    identifier: text(),
    status: text<ExternalAccountStatus>(),
    beneficiaryVerificationStatus: orNull(text()),
    beneficiaryName: orNull(text()),
    defaultUmaDepositAccount: bool,
    version: int,
    createdAt: time,
    updatedAt: time,
    deletedAt: orNull(time),
  },
  {
    resource: 'ExternalAccount',
    changing: ['status', 'defaultUmaDepositAccount', 'version', 'updatedAt', 'deletedAt'],
  },
)
export type ExternalAccount = Row<typeof externalAccounts>
