/** Ledger auditors: the invariants of money as queries. Each must return no row, at all times. */

export interface Auditor {
  readonly name: string
  /** Selects the violations. */
  readonly sql: string
}

export const ledgerAuditors: readonly Auditor[] = [
  {
    name: 'every currency sums to zero',
    sql: `select platform_id, currency, sum(amount) as off from entries group by 1, 2 having sum(amount) <> 0`,
  },
  {
    name: 'a balance is the sum of its entries',
    sql: `select b.platform_id, b.id, b.posted, coalesce(e.total, 0) as entries from balances b
      left join (select platform_id, account_id, sum(amount) as total from entries where balance_after is not null group by 1, 2) e
        on e.platform_id = b.platform_id and e.account_id = b.id
      where b.posted <> coalesce(e.total, 0)`,
  },
  {
    name: 'entries name accounts that exist',
    sql: `select distinct e.platform_id, e.account_id from entries e left join balances b on b.platform_id = e.platform_id and b.id = e.account_id
      where e.balance_after is not null and b.id is null`,
  },
  {
    name: 'a house account is the sum of its entries',
    sql: `select coalesce(h.platform_id, e.platform_id) as platform_id, coalesce(h.key, e.account_id) as account, h.total, e.total as entries
      from (select platform_id, key, sum(amount) as total from house_balances group by 1, 2) h
      full join (select platform_id, account_id, sum(amount) as total from entries where balance_after is null group by 1, 2) e
        on e.platform_id = h.platform_id and e.account_id = h.key
      where coalesce(h.total, 0) <> coalesce(e.total, 0)`,
  },
  {
    name: 'what is held is the sum of open holds',
    sql: `select b.platform_id, b.id, b.held, coalesce(h.total, 0) as holds from balances b
      left join (select platform_id, account_id, sum(amount) as total from holds where status = 'OPEN' group by 1, 2) h
        on h.platform_id = b.platform_id and h.account_id = b.id
      where b.held <> coalesce(h.total, 0)`,
  },
  {
    name: 'nothing is below zero or beyond what is posted',
    sql: `select platform_id, id, posted, held from balances where posted < 0 or held < 0 or held > posted`,
  },
  {
    name: 'events of an object have no gaps',
    sql: `select platform_id, object_id, count(*) as events, min(sequence) as first, max(sequence) as last from events group by 1, 2
      having max(sequence) - min(sequence) + 1 <> count(*)
        or (min(sequence) > 1 and not exists (select from event_removals r where r.platform_id = events.platform_id))`,
  },
]
