/** Announcement of payees: informs rails that recognize money by its address which addresses to watch. */
import { firstIdAt, momentOf } from '../../../core/ids.ts'
import { referenceOf } from '../../../core/reference.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { FundingPayee, Rail } from '../../../providers/rails/port.ts'
import { type IntakeNeeds, leased } from './take-arrivals.ts'

/**
 * Ids are generated before they are committed, so those of the last ten minutes are announced again: a batch takes
 * seconds.
 */
const OVERLAP_MS = 10 * 60_000
const PAGE = 1000
const FIRST_ID = firstIdAt(0)

/** One run. Several processes may run it concurrently. */
export async function announcePayees({ store, rails, log }: IntakeNeeds): Promise<void> {
  for (const rail of rails) {
    if (!rail.watch) continue
    await leased(store, rail.id, () => announceTo(store, rail)).catch((error: unknown) =>
      log.error({ err: error, rail: rail.id }, 'announcing payees to a rail failed; retrying with the next run'),
    )
  }
}

async function announceTo(store: Store, rail: Rail): Promise<void> {
  const [at] = await store.query<{ after: string | null }>(
    'select payees_after as after from rail_cursors where rail = $1',
    [rail.id],
  )
  const currencies = rail.carries.flatMap(({ direction, currency }) => (direction === 'IN' ? currency : []))
  let after = at?.after ?? FIRST_ID
  for (let isFull = true; isFull; ) {
    const page = await store.query<Found>(PAYEES, [after, currencies, PAGE])
    const last = page.at(-1)
    if (!last) return
    await rail.watch?.(
      page.map(({ kind, id, currency, cryptoNetwork, referenceId }): FundingPayee => {
        return { kind, id, currency, cryptoNetwork, reference: referenceOf(referenceId) }
      }),
    )
    after = last.id
    isFull = page.length === PAGE
    const again = firstIdAt(momentOf(after) - OVERLAP_MS)
    await store.query('update rail_cursors set payees_after = greatest(payees_after, $2) where rail = $1', [
      rail.id,
      again,
    ])
  }
}

interface Found extends Pick<FundingPayee, 'kind' | 'id' | 'currency' | 'cryptoNetwork'> {
  readonly referenceId: string
}

const PAYEES = `
  select * from (
    (select 'ACCOUNT' as kind, id, currency, null as "cryptoNetwork", id as "referenceId" from accounts
     where id > $1 and currency = any($2) and type <> 'EMBEDDED_WALLET' order by id limit $3)
    union all
    (select 'QUOTE', id, sending_currency, crypto_network, transaction_id from quotes
     where id > $1 and sending_currency = any($2) and source_type = 'REALTIME_FUNDING' order by id limit $3)) payees
  order by id limit $3`
