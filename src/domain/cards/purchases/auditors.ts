/** Purchase auditors: invariants of card money as SQL that must return no row at any time. */
import type { HouseRole } from '../../../../contract/ledger/house-accounts.ts'
import type { Auditor } from '../../ledger/auditors.ts'
import { house } from '../../ledger/house.ts'

/** Sum of the postings of a purchase on some accounts. The ids of a house account share a prefix across currencies. */
const sumWhere = (where: string) => `coalesce(sum(e.amount) filter (where ${where}), 0)`

const sumOnHouse = (role: HouseRole) => sumWhere(`e.account_id::text like '${house(role, 'USD').slice(0, 24)}%'`)

export const purchaseAuditors: readonly Auditor[] = [
  {
    name: 'the pulls, clearings and refunds of a purchase equal its postings',
    sql: `select t.platform_id, t.id, t.status from card_transactions t
      left join entries e on e.platform_id = t.platform_id and e.transaction_id = t.id
      group by t.platform_id, t.id
      having ${sumWhere('e.account_id = t.account_id')} <> t.credited_amount - t.pulled_amount
        or ${sumOnHouse('rails')} <> t.settled_amount - t.refunded_amount
        or ${sumOnHouse('suspense')} <> t.suspended_amount
        or ${sumOnHouse('cards')} <> (t.pulled_amount - t.credited_amount - t.suspended_amount) - (t.settled_amount - t.refunded_amount)`,
  },
  {
    name: 'the held amount of a purchase is its open hold',
    sql: `select t.platform_id, t.id, t.held_amount, h.amount from card_transactions t
      left join holds h on h.platform_id = t.platform_id and h.id = t.hold_id and h.status = 'OPEN'
      where t.held_amount <> coalesce(h.amount, 0)
        or (h.id is not null and h.account_id <> t.account_id)`,
  },
  {
    name: 'every open hold belongs to one purchase',
    sql: `select h.platform_id, h.id, count(t.id) as purchases from holds h
      left join card_transactions t on t.platform_id = h.platform_id and t.hold_id = h.id
      where h.status = 'OPEN' group by 1, 2 having count(t.id) <> 1`,
  },
  {
    name: 'clearings and refunds are the sums of their records',
    sql: `select t.platform_id, t.id from card_transactions t
      left join (select platform_id, card_transaction_id,
          sum(amount) filter (where kind = 'CLEARING') as cleared, count(*) filter (where kind = 'CLEARING') as clearings,
          sum(case kind when 'REFUND' then amount when 'REFUND_REVERSAL' then -amount else 0 end) as refunded
        from card_records group by 1, 2) r on r.platform_id = t.platform_id and r.card_transaction_id = t.id
      where t.settled_amount <> coalesce(r.cleared, 0) or t.settled_count <> coalesce(r.clearings, 0)
        or t.refunded_amount <> coalesce(r.refunded, 0)`,
  },
  {
    name: 'the status of a purchase follows from its sums',
    sql: `select platform_id, id, status from (
        select *, (settled_amount - refunded_amount) - (pulled_amount - credited_amount - suspended_amount) as owed from card_transactions) t
      where owed < 0
        or (owed > 0 and status <> 'EXCEPTION')
        or (status = 'AUTHORIZED' and (settled_amount <> 0 or held_amount <> authorized_amount))
        or (status = 'PARTIALLY_SETTLED' and held_amount <> authorized_amount - settled_amount)
        or (status in ('SETTLED', 'REFUNDED') and held_amount <> 0)
        or (status = 'REFUNDED') <> (settled_amount > 0 and settled_amount = refunded_amount)
        or (decline_reason is not null and (status <> 'EXCEPTION' or pull_count + settled_count + refund_count <> 0 or hold_id is not null))`,
  },
]
