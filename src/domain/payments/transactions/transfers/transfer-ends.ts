/** Ends of a transfer: an internal and an external account of one currency, and an owner who may move money. */
import { bareId } from '../../../../core/ids.ts'
import { refuseField } from '../../../../core/refusal.ts'
import type { Read, SeenRows } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { type Account, accounts } from '../../../accounts/internal-account.ts'
import { customers } from '../../../customers/customer.ts'
import { refuseUnlessPayer } from '../../../customers/readiness.ts'
import {
  activeExternalAccount,
  type ExternalAccount,
  externalAccounts,
} from '../../external-accounts/external-account.ts'

/** Wire ids of the two ends. */
export interface TransferEnds {
  readonly internal: string
  readonly external: string
}

/** Rows that `transferEnds` reads. */
export function transferReads(seen: SeenRows, { internal, external }: TransferEnds): Read[] {
  const accountId = bareId(internal)
  const customerId = seen.lastSeen(accounts, accountId)?.customerId
  const reads: Read[] = [
    [accounts, accountId],
    [externalAccounts, bareId(external), 'peek'],
  ]
  if (typeof customerId === 'string') reads.push([customers, customerId, 'peek'])
  return reads
}

/** @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INVALID_CURRENCY, USER_NOT_READY, FORBIDDEN */
export function transferEnds(
  rows: Rows,
  { internal, external }: TransferEnds,
): { account: Account; other: ExternalAccount } {
  const account = rows.get(accounts, bareId(internal))
  const other = activeExternalAccount(rows, bareId(external), 'takes part in transfers')
  if (other.currency !== account.currency)
    refuseField(
      'INVALID_CURRENCY',
      'destination.accountId',
      `must be an account in the currency of the source; use a quote to change currencies`,
    )
  refuseUnlessPayer(rows, account.customerId)
  return { account, other }
}
