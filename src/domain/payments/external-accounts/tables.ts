/** External account table: banks, mobile money, wallets. */
import type { StateOf } from '../../../../contract/lifecycle.ts'
import type { externalAccountLifecycle } from '../../../../contract/payments/external-accounts/external-account-lifecycle.ts'
import { bool, int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

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
    status: text<StateOf<typeof externalAccountLifecycle>>(),
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
