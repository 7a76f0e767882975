/** Other banks: the platforms that a session may view beside the current one, and the UMA addresses of their customers. */
import type { OtherBanks } from '../../../contract/payments/both-sides.ts'
import { wireId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Session } from '../desk/operator-session.ts'
import { OWNER_NAME } from '../parties.ts'

/** Maximum number of addresses per platform. */
const ADDRESSES_MAX = 20

/** None for a session that may view all platforms: operators do not pay. */
export async function otherBanks(store: Store, { platforms, platformId }: Session): Promise<OtherBanks> {
  if (platforms === 'ALL') return { banks: [] }
  const others = platforms.filter((id) => id !== platformId)
  const rows = await store.query<OtherBanks['banks'][number]>(OTHERS, [others, ADDRESSES_MAX])
  return { banks: rows.map((row) => ({ ...row, id: wireId('PlatformConfig', row.id) })) }
}

const OTHERS = `
  select p.id, p.name, p.uma_domain as "umaDomain", coalesce(a.addresses, '[]'::json) as addresses
  from platforms p left join lateral (
    select json_agg(json_build_object('umaAddress', c.uma_address, 'name', ${OWNER_NAME}) order by c.id) as addresses
    from (select * from customers where platform_id = p.platform_id and status = 'APPROVED' and deleted_at is null order by id limit $2) c
  ) a on true
  where p.id = any($1::uuid[]) order by p.created_at, p.id`
