/** Account names for display: the owner, and a detail that distinguishes the owner's accounts. */
import type { Parties, Party } from '../../contract/accounts/parties.ts'
import { LIMITS } from '../../contract/limits.ts'
import { bareId, wireId } from '../core/ids.ts'
import type { Store } from '../infra/db/store.ts'

/** Display names of the fields that identify an external account. */
const IDENTIFIER_NAMES: Readonly<Record<string, string>> = {
  accountNumber: 'Account',
  iban: 'IBAN',
  clabeNumber: 'CLABE',
  pixKey: 'Pix',
  vpa: 'UPI',
  phoneNumber: 'Phone',
  address: 'Wallet',
  lightningAddress: 'Lightning',
}

/** The accounts with these wire ids, or without ids those that can be paid. Unknown ids are left out. */
export async function listParties(store: Store, platformId: string, ids?: readonly string[]): Promise<Party[]> {
  const wanted = (resource: string) => ids?.filter((id) => id.startsWith(`${resource}:`)).map(bareId) ?? null
  const [internal, external] = await Promise.all([
    store.query<{ id: string; name: string; currency: string }>(
      INTERNAL,
      [platformId, wanted('InternalAccount')],
      'internal_parties',
    ),
    store.query<ExternalRow>(EXTERNAL, [platformId, wanted('ExternalAccount')], 'external_parties'),
  ])
  return [
    ...external.map(externalParty),
    ...internal.map(({ id, name, currency }) => ({
      id: wireId('InternalAccount', id),
      name,
      detail: `${currency} balance`,
      currency,
      isExternal: false,
      ownerName: name,
    })),
  ]
}

/** As the operation answers. @param ids wire ids */
export const getParties = async (store: Store, platformId: string, ids?: readonly string[]): Promise<Parties> => ({
  parties: await listParties(store, platformId, ids),
})

interface ExternalRow {
  readonly id: string
  readonly name: string | null
  readonly ownerName: string
  readonly currency: string
  readonly identifier: string
  readonly info: Readonly<Record<string, unknown>>
}

function externalParty({ id, name, ownerName, currency, identifier, info }: ExternalRow): Party {
  const field = Object.keys(info).find((key) => info[key] === identifier) ?? ''
  const detail = `${IDENTIFIER_NAMES[field] ?? 'Account'} ··${identifier.slice(-4)}`
  return { id: wireId('ExternalAccount', id), name: name ?? detail, detail, currency, isExternal: true, ownerName }
}

/** Display name of the customer `c`, or of the platform `p` for its own accounts. */
export const OWNER_NAME = `coalesce(c.profile->'businessInfo'->>'legalName', c.profile->>'fullName', c.platform_customer_id, p.name)`

const INTERNAL = `
  select a.id, a.currency, ${OWNER_NAME} as name
  from accounts a
    join platforms p on p.platform_id = a.platform_id
    left join customers c on c.platform_id = a.platform_id and c.id = a.customer_id
  where a.platform_id = $1 and ($2::uuid[] is null or a.id = any($2))
  order by a.id limit ${LIMITS.parties}`

const EXTERNAL = `
  select e.id, e.currency, e.identifier, e.account_info as info, ${OWNER_NAME} as "ownerName", coalesce(
    e.account_info->'beneficiary'->>'fullName', e.account_info->'beneficiary'->>'legalName', e.beneficiary_name, e.platform_account_id) as name
  from external_accounts e
    join platforms p on p.platform_id = e.platform_id
    left join customers c on c.platform_id = e.platform_id and c.id = e.customer_id
  where e.platform_id = $1 and case when $2::uuid[] is null then e.deleted_at is null and e.status = 'ACTIVE' else e.id = any($2) end
  order by e.id limit ${LIMITS.parties}`
