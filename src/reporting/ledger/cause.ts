/** Causes of postings: the payment, named by its other end, or the purchase by card. */
import type { LedgerCause } from '../../../contract/ledger/postings.ts'
import { wireId } from '../../core/ids.ts'
import { isHouse } from '../../domain/ledger/house.ts'
import type { Store } from '../../infra/db/store.ts'
import { listParties } from '../parties.ts'

export interface CauseRow {
  readonly causeId: string
  /** Bare id of the card; null: the cause is a payment. */
  readonly cardId: string | null
  readonly status: string
  readonly label: string | null
  /** Of a payment: null for a purchase. */
  readonly paymentType: 'INCOMING' | 'OUTGOING' | null
  /** Of a payment: bare id of the account or UMA address at its other end. */
  readonly peer: string | null
}

/** Columns of a cause: of the payment `t` or the purchase `c` of a posting. */
export const CAUSE_COLUMNS = `
  c.card_id as "cardId", coalesce(c.status, t.status, '') as status, coalesce(c.merchant->>'descriptor', t.description) as label,
  t.type as "paymentType", case t.type when 'OUTGOING' then t.destination_id else t.source_id end as peer`

/** Names by wire id, of the accounts and of the other ends of the causes. @param accounts bare ids */
export async function namesFor(
  store: Store,
  platformId: string,
  accounts: readonly string[],
  causes: readonly CauseRow[],
): Promise<ReadonlyMap<string, string>> {
  const internal = new Set(accounts.filter((id) => !isHouse(id)))
  const peers = new Set(causes.map(({ peer }) => peer).filter((peer) => peer !== null && UUID.test(peer)) as string[])
  const parties = await listParties(store, platformId, [
    ...[...new Set([...internal, ...peers])].map((id) => wireId('InternalAccount', id)),
    ...[...peers].map((id) => wireId('ExternalAccount', id)),
  ])
  return new Map(parties.map(({ id, name }) => [id, name]))
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function presentCause(row: CauseRow, names: ReadonlyMap<string, string>): LedgerCause {
  const { causeId, cardId, status } = row
  const label = row.label ?? paymentTitle(row, names)
  return {
    kind: cardId === null ? 'PAYMENT' : 'CARD',
    id: wireId(cardId === null ? 'Transaction' : 'CardTransaction', causeId),
    status,
    ...(label !== undefined && { label }),
    ...(cardId !== null && { cardId: wireId('Card', cardId) }),
  }
}

function paymentTitle({ paymentType, peer }: CauseRow, names: ReadonlyMap<string, string>): string | undefined {
  if (paymentType === null) return undefined
  const name = peer && peerName(peer, names)
  if (paymentType === 'OUTGOING') return name ? `Payment to ${name}` : undefined
  return name ? `Payment from ${name}` : 'Deposit'
}

function peerName(peer: string, names: ReadonlyMap<string, string>): string {
  if (!UUID.test(peer)) return peer
  return names.get(wireId('ExternalAccount', peer)) ?? names.get(wireId('InternalAccount', peer)) ?? 'a deleted account'
}
