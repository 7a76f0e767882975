/**
 * Freeze gate: a payout that was ordered before a freeze and not submitted yet waits while an operator has frozen the
 * account, the customer, the platform or the rail. A submission that had begun before the freeze is completed.
 */
import { NotYet } from '../../core/refusal.ts'
import type { Store } from '../../infra/db/store.ts'
import { inOneCall } from '../../infra/reads/in-one-call.ts'
import type { PayoutGate } from './port.ts'

export interface Freezes {
  /** Wire id of the frozen resource that stops a payout; undefined: none. @param key of the payout */
  stopping(key: string): Promise<string | undefined>
  /** Ids of the rails that are frozen. */
  rails(): Promise<ReadonlySet<string>>
}

const PAYMENT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/pull)?$/

export function payoutFreezes({ query }: Pick<Store, 'query'>): Freezes {
  const stopping = inOneCall(async (ids: readonly string[]) => {
    const stopped = await query<{ id: string; key: string }>(STOPPING, [ids], 'find_frozen_payouts')
    const found = new Map(stopped.map(({ id, key }) => [id, key]))
    return ids.map((id) => found.get(id))
  })
  const rails = inOneCall(async (asked: readonly undefined[]) => {
    const rows = await query<{ id: string }>(RAILS, [], 'find_frozen_rails')
    const frozen = new Set(rows.map(({ id }) => id))
    return asked.map(() => frozen)
  })
  return {
    async stopping(key) {
      const id = PAYMENT.exec(key)?.[1]
      return id === undefined ? undefined : stopping(id)
    },
    rails: () => rails(undefined),
  }
}

/**
 * Begins with the platforms that have a freeze, which are few, because a payout does not name its platform. The rest is
 * looked up by key: with joins, a plan made while there were few payments would read all of them.
 */
const STOPPING = `
  select t.id, f.key
  from (select distinct platform_id from freezes) p cross join unnest($1::uuid[]) as k (id)
  cross join lateral (select * from transactions where platform_id = p.platform_id and id = k.id limit 1) t
  cross join unnest(array['PlatformConfig:' || t.platform_id, 'Customer:' || t.customer_id, t.source_id, t.destination_id]) as n (key)
  cross join lateral (select * from freezes where platform_id = t.platform_id and key = n.key limit 1) f`
const RAILS = `select substr(key, 6) as id from freezes where key like 'Rail:%'`

/**
 * @param inner gate that a payout passes afterwards; absent: none
 * @param settling rail that settles payments to UMA addresses, which the router does not choose; absent: none
 */
export function freezeGate(freezes: Freezes, inner?: PayoutGate, settling?: string): PayoutGate {
  return {
    /** @throws NotYet while it is frozen */
    async pass(key, next, counterparty) {
      const passage = inner ? await inner.pass(key, next, counterparty) : { may: next }
      if ('report' in passage || passage.may === 'ASK') return passage
      const isUma = counterparty.identifier?.startsWith('$') && settling !== undefined
      const [stopped, rails] = await Promise.all([freezes.stopping(key), isUma ? freezes.rails() : NONE])
      if (stopped !== undefined) throw new NotYet(`${stopped} is frozen`)
      if (settling !== undefined && rails.has(settling)) throw railFrozen(settling)
      return passage
    },
  }
}
const NONE: ReadonlySet<string> = new Set()

const railFrozen = (id: string): NotYet => new NotYet(`The rail ${id} is frozen`)
