/** Check of a transfer's external account by the rails, before the command. */
import { notFound, type Refusal } from '../../../../core/refusal.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { Rails, TransferVerdict } from '../../../../providers/rails/port.ts'
import { refuseUnconnected, uncarried } from '../../external-accounts/uncarried.ts'
import { findExternalAccount } from '../payout.ts'

export interface AskedTransfer {
  /** OUT: a transfer out; PULL: a transfer in. */
  readonly direction: 'OUT' | 'PULL'
  /** Wire id. */
  readonly externalAccountId: string
  /** Minor units; undefined: the whole balance, which only the command knows. */
  readonly amount: bigint | undefined
}

/** `uncarried`: RAIL_NOT_CONNECTED, for a transfer that no rail carries. */
export interface VettedTransfer extends TransferVerdict {
  readonly uncarried?: Refusal
}

interface Needs {
  readonly store: Store
  readonly rails: Rails
}

/** @throws Refusal RAIL_NOT_CONNECTED, EXTERNAL_ACCOUNT_NOT_FOUND */
export async function vetTransfer(needs: Needs, platformId: string, asked: AskedTransfer): Promise<TransferVerdict> {
  const vetted = await findVerdict(needs, platformId, asked)
  if (!vetted) throw notFound('ExternalAccount')
  if (vetted.uncarried) throw vetted.uncarried
  return vetted
}

/**
 * As `vetTransfer`, for callers who must not learn of an account before they are permitted to use it.
 * @returns undefined for an unknown account. @throws Refusal RAIL_NOT_CONNECTED without any rail
 */
export async function findVerdict(
  { store, rails }: Needs,
  platformId: string,
  { direction, externalAccountId, amount }: AskedTransfer,
): Promise<VettedTransfer | undefined> {
  refuseUnconnected(rails, direction)
  const account = await findExternalAccount(store, platformId, externalAccountId)
  if (!account) return undefined
  const { currency, accountType } = account
  const refusal = uncarried(rails, { direction, currency, accountType, amount })
  return refusal ? { uncarried: refusal } : rails.vet(account, direction)
}
