/** Operator commands for the travel rule: the stored parties of a payout, and the name of a beneficiary that was missing. */
import { presentMoney } from '../core/currency.ts'
import { wireId } from '../core/ids.ts'
import { notFound, refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import type { TravelRuleParty } from '../domain/payments/travel-rule/travel-rule.ts'
import { idIn, type Operator } from './operator.ts'

export interface TravelRuleRecord {
  readonly id: string
  readonly platform: string
  /** Minor units of the currency. */
  readonly amount: number
  readonly currency: string
  readonly originator: string
  readonly beneficiary: string
  readonly keptAt: string
}

interface Row {
  readonly platform: string
  readonly amount: bigint
  readonly currency: string
  readonly originator: TravelRuleParty
  readonly beneficiary: TravelRuleParty
  readonly keptAt: number
}

/** @throws Refusal TRANSACTION_NOT_FOUND when nothing is stored for the payout */
export async function travelRuleRecord({ store }: Pick<Operator, 'store'>, id: string): Promise<TravelRuleRecord> {
  const key = idIn(id, 'Transaction')
  const [row] = await store.query<Row>(FIND, [key])
  if (!row) throw notFound('Transaction')
  return {
    id: wireId('Transaction', key),
    platform: row.platform,
    amount: presentMoney(BigInt(row.amount), row.currency).amount,
    currency: row.currency,
    originator: JSON.stringify(row.originator),
    beneficiary: JSON.stringify(row.beneficiary),
    keptAt: isoTime(row.keptAt),
  }
}

const FIND = `
  select p.name as platform, r.amount, r.currency, r.originator, r.beneficiary, r.kept_at as "keptAt"
  from travel_rule_records r join platforms p on p.platform_id = r.platform_id where r.key = $1`

/**
 * Adds the name of the beneficiary, once. The payout stays held until it is released.
 * @throws Refusal TRANSACTION_NOT_FOUND when nothing is stored for the payout, INVALID_STATE_TRANSITION when the name is known
 */
export async function completeTravelRuleRecord(
  operator: Pick<Operator, 'store'>,
  id: string,
  { beneficiary, by }: { readonly beneficiary: string; readonly by: string },
): Promise<void> {
  const [completed] = await operator.store.query(COMPLETE, [idIn(id, 'Transaction'), beneficiary, by])
  if (completed) return
  await travelRuleRecord(operator, id)
  refuse('INVALID_STATE_TRANSITION', 'The name of the beneficiary is stored already')
}

const COMPLETE = `
  update travel_rule_records
  set beneficiary = (beneficiary::jsonb || jsonb_build_object('name', $2::text))::json, completed_at = now(), completed_by = $3
  where key = $1 and beneficiary ->> 'name' is null returning key`
