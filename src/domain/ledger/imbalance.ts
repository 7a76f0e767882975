/** Imbalance of the books: by how much the balances of each currency are off zero. */
import type { Store } from '../../infra/db/store.ts'

/** A house account's id ends with its currency, see `house()`. */
const HOUSE_CURRENCY = `convert_from(btrim(decode(right(key::text, 12), 'hex'), '\\x00'::bytea), 'UTF8')`

/** By platform first, so that one platform's surplus does not hide another one's shortfall. */
const IMBALANCE = `
  select currency, sum(abs(off))::text as amount from (
    select platform_id, currency, sum(amount) as off from (
      select b.platform_id, a.currency, sum(b.posted) as amount
        from balances b join accounts a on a.platform_id = b.platform_id and a.id = b.id group by 1, 2
      union all
      select platform_id, ${HOUSE_CURRENCY}, sum(amount) from house_balances group by 1, 2) as side
    group by 1, 2) as book
  group by currency`

/** Minor units, by currency; 0 for books that balance. It reads every balance. */
export const ledgerImbalance = (
  store: Pick<Store, 'query'>,
): Promise<{ readonly currency: string; readonly amount: string }[]> => store.query(IMBALANCE)
