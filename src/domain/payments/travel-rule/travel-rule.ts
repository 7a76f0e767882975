/** Travel rule (FATF recommendation 16): originator and beneficiary of a payout, stored before it is submitted. */
import { ACCOUNT_TYPES, type AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { CustomerProfile } from '../../customers/profile.ts'

/** A party of a payout; unknown fields are absent. */
export interface TravelRuleParty {
  readonly name?: string | undefined
  /** Internal account, address on a chain, or UMA address. */
  readonly account?: string | undefined
  readonly address?: unknown
}

export interface TravelRuleNeeds {
  readonly store: Pick<Store, 'query'>
  /** Smallest amounts that the rule applies to, in minor units, by the currency that the receiver gets. */
  readonly thresholds: ReadonlyMap<string, bigint>
  /** Called once for each stored record. */
  readonly onKept: (kept: { readonly platformId: string; readonly target: string }) => void
}

interface Row {
  readonly platformId: string
  readonly destinationType: 'ACCOUNT' | 'UMA_ADDRESS'
  readonly destinationId: string
  readonly currency: string
  readonly amount: bigint
  readonly sourceId: string | null
  readonly platform: string
  readonly profile: CustomerProfile | null
  readonly senderInfo: Readonly<Record<string, string>> | null
  readonly accountType: AccountType | null
  readonly identifier: string | null
  readonly accountInfo: { readonly beneficiary?: Readonly<Record<string, unknown>> } | null
}

/**
 * @returns a function that stores the record of a payout by its key, where the rule applies, and returns why the payout must be held: what is missing. Undefined: nothing is missing. Repeated calls store nothing.
 */
export const travelRule =
  ({ store, thresholds, onKept }: TravelRuleNeeds) =>
  async (key: string): Promise<string | undefined> => {
    if (thresholds.size === 0 || key.includes('/')) return undefined // pulled money is incoming
    const [row] = await store.query<Row>(FIND, [key], 'find_travel_rule_parties')
    if (!row || !isSubject(row) || row.amount < (thresholds.get(row.currency) ?? row.amount + 1n)) return undefined
    const [originator, beneficiary] = [originatorIn(row), beneficiaryIn(row)]
    const parties = [JSON.stringify(originator), JSON.stringify(beneficiary)]
    const added = await store.query(ADD, [key, row.platformId, row.currency, row.amount, ...parties], 'add_travel_rule')
    if (added.length > 0) onKept({ platformId: row.platformId, target: key })
    const missing = [
      ...(originator.name ? [] : ['the name of the originator']),
      // The institution of a UMA address knows its customer's name.
      ...(beneficiary.name || row.destinationType === 'UMA_ADDRESS' ? [] : ['the name of the beneficiary']),
    ]
    return missing.length === 0 ? undefined : `Travel rule: ${missing.join(' and ')} is missing`
  }

/** Payments by UMA, and to wallets on chains and networks. */
const isSubject = ({ destinationType, accountType }: Row): boolean =>
  destinationType === 'UMA_ADDRESS' || (accountType !== null && ACCOUNT_TYPES[accountType]?.beneficiary === false)

function originatorIn({ profile, platform, senderInfo, sourceId }: Row): TravelRuleParty {
  const name = profile ? (profile.fullName ?? profile.businessInfo?.legalName) : platform
  return {
    name: name ?? senderInfo?.FULL_NAME,
    account: sourceId ?? undefined,
    address: profile?.address ?? senderInfo?.ADDRESS,
  }
}

function beneficiaryIn({ destinationType, destinationId, identifier, accountInfo }: Row): TravelRuleParty {
  if (destinationType === 'UMA_ADDRESS') return { account: destinationId }
  const { fullName, legalName, address } = accountInfo?.beneficiary ?? {}
  const name = fullName ?? legalName
  return { ...(typeof name === 'string' && { name }), account: identifier ?? undefined, address }
}

/** A payout is identified by its id alone; the key of the table begins with the platform. */
const FIND = `
  select t.platform_id as "platformId", t.destination_type as "destinationType", t.destination_id as "destinationId",
    t.destination_currency as currency, t.received_amount as amount, t.source_id as "sourceId", p.name as platform,
    c.profile, q.sender_customer_info as "senderInfo", e.account_type as "accountType", e.identifier,
    e.account_info as "accountInfo"
  from platforms p
    join transactions t on t.platform_id = p.platform_id and t.id = $1::uuid
    left join customers c on c.platform_id = t.platform_id and c.id = t.customer_id
    left join quotes q on q.platform_id = t.platform_id and q.id = t.quote_id
    left join external_accounts e on e.platform_id = t.platform_id and e.id =
      case when t.destination_id like 'ExternalAccount:%' then split_part(t.destination_id, ':', 2)::uuid end
  where t.type = 'OUTGOING'`

const ADD = `
  insert into travel_rule_records (key, platform_id, currency, amount, originator, beneficiary)
  values ($1, $2, $3, $4, $5, $6) on conflict (key) do nothing returning key`
