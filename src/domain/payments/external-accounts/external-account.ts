/** External account: a bank account, mobile money account or wallet outside. Its table, presenter and state machine. */
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { externalAccountLifecycle } from '../../../../contract/payments/external-accounts/external-account-lifecycle.ts'
import type { ExternalAccount as WireExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { wireId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { bool, int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'

export const externalAccounts = table(
  'external_accounts',
  {
    id: uuid,
    /** Null: an account of the platform itself. */
    customerId: orNull(uuid),
    platformAccountId: orNull(text()),
    currency: text(),
    accountType: text(),
    accountInfo: json<Readonly<Record<string, unknown>>>(),
    /** Account number, IBAN or address: unique among the accounts of one owner and account type. */
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
    changing: [
      'accountInfo',
      'identifier',
      'status',
      'beneficiaryName',
      'defaultUmaDepositAccount',
      'version',
      'updatedAt',
      'deletedAt',
    ],
    cached: true,
  },
)
export type ExternalAccount = Row<typeof externalAccounts>

export function presentExternalAccount(row: ExternalAccount): WireExternalAccount {
  return {
    id: wireId('ExternalAccount', row.id),
    status: row.status,
    currency: row.currency,
    accountInfo: row.accountInfo as WireExternalAccount['accountInfo'],
    ...(row.customerId !== null && {
      customerId: wireId('Customer', row.customerId),
      defaultUmaDepositAccount: row.defaultUmaDepositAccount,
    }),
    ...(row.platformAccountId !== null && { platformAccountId: row.platformAccountId }),
    ...(row.beneficiaryVerificationStatus !== null && {
      beneficiaryVerificationStatus:
        row.beneficiaryVerificationStatus as WireExternalAccount['beneficiaryVerificationStatus'],
    }),
    ...(row.beneficiaryName !== null && { beneficiaryVerifiedData: { fullName: row.beneficiaryName } }),
  }
}

export type ExternalAccountMove = keyof typeof externalAccountLifecycle.moves

export const externalAccountMachine: Machine<ExternalAccount, ExternalAccountMove> = {
  lifecycle: externalAccountLifecycle,
  table: externalAccounts,
  eventType: (_account, event) => `EXTERNAL_ACCOUNT.${event}`,
  present: presentExternalAccount,
}

/**
 * Only an ACTIVE external account takes part in a new payment.
 * @param part what the account would do, for the message: `receives`
 * @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE
 */
export function activeExternalAccount(rows: Rows, accountId: string, part: string): ExternalAccount {
  const account = rows.peek(externalAccounts, accountId)
  if (!account || account.deletedAt !== null) throw notFound('ExternalAccount')
  if (account.status !== 'ACTIVE')
    refuse('ACCOUNT_NOT_ACTIVE', `The external account is ${account.status}; only an ACTIVE one ${part}`)
  return account
}
