/** Operator commands for suspense: arrivals that could not be credited, and their release to an account. */
import { presentMoney } from '../core/currency.ts'
import { wireId } from '../core/ids.ts'
import { notFound, refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import { handOverArrival, INSTALLATION, releaseArrival } from '../domain/payments/arrivals/arrival.ts'
import { bookHandedOver } from '../domain/payments/arrivals/take-arrivals.ts'
import { idIn, type Operator } from './operator.ts'

export interface SuspendedArrival {
  readonly id: string
  /** Name of the platform whose suspense holds the money; null: payee and platform are unknown. */
  readonly platform: string | null
  readonly rail: string
  /** Minor units of the currency. */
  readonly amount: number
  readonly currency: string
  readonly reference: string | null
  readonly payer: string | null
  readonly arrivedAt: string
  readonly reason: string
}

/** Arrivals in suspense, oldest first. */
export async function suspendedArrivals({ store }: Operator): Promise<SuspendedArrival[]> {
  const rows = await store.query<
    Omit<SuspendedArrival, 'amount' | 'arrivedAt'> & { amount: string; arrivedAt: number }
  >(SUSPENDED)
  return rows.map((row) => ({
    ...row,
    id: wireId('Arrival', row.id),
    amount: presentMoney(BigInt(row.amount), row.currency).amount,
    arrivedAt: isoTime(row.arrivedAt),
  }))
}
const SUSPENDED = `
  select a.id, p.name as platform, a.rail, a.amount::text, a.currency, a.reference, a.payer,
    (extract(epoch from a.arrived_at) * 1000)::float8 as "arrivedAt", a.suspended_for as reason
  from arrivals a left join platforms p on p.platform_id = a.platform_id
  where a.suspended_for is not null and a.released_at is null order by a.created_at, a.id`

export interface Released {
  readonly arrival: string
  readonly releasedTo: string
}

/**
 * Credits an account with an arrival in suspense, as an incoming payment. Repeating a release changes nothing.
 * @throws Refusal TRANSACTION_NOT_FOUND for an unknown arrival, INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT for an account of
 * another platform, INVALID_CURRENCY, ACCOUNT_NOT_ACTIVE, INVALID_STATE_TRANSITION
 */
export async function releaseFromSuspense(operator: Operator, arrival: string, account: string): Promise<Released> {
  const { store, engine } = operator
  const accountId = idIn(account, 'InternalAccount')
  const arrivalId = idIn(arrival, 'Arrival')
  const [held] = await store.query<{ platformId: string; currency: string }>(HELD, [arrivalId])
  if (!held) throw notFound('Arrival')
  const [payee] = await store.query<{ platformId: string; currency: string; status: string }>(PAYEE, [accountId])
  if (!payee) throw notFound('InternalAccount')
  if (payee.currency !== held.currency)
    refuse('INVALID_CURRENCY', `The account holds ${payee.currency}, and ${held.currency} arrived`)
  if (payee.status !== 'ACTIVE')
    refuse('ACCOUNT_NOT_ACTIVE', `The account is ${payee.status}; only an ACTIVE account receives`)
  const release = { arrivalId, accountId }
  if (held.platformId === payee.platformId) {
    await engine.run(held.platformId, (rows) => releaseArrival(rows, release))
    return { arrival, releasedTo: account }
  }
  if (held.platformId !== INSTALLATION)
    refuse('INVALID_INPUT', "The money belongs to the arrival's platform; the account is another platform's")
  await engine.run(INSTALLATION, (rows) => handOverArrival(rows, release))
  const reason = await bookHandedOver(operator, arrivalId)
  if (reason !== undefined)
    refuse(
      'INVALID_STATE_TRANSITION',
      `The account no longer takes the money, which is in its platform's suspense now: ${reason}`,
    )
  return { arrival, releasedTo: account }
}
const HELD = `select a.platform_id as "platformId", a.currency from reported_arrivals r
    join arrivals a on a.id = r.id and a.platform_id in (r.platform_id, '${INSTALLATION}')
  where r.id = $1 and a.suspended_for is not null order by a.platform_id = '${INSTALLATION}' limit 1`
const PAYEE = `select c.platform_id as "platformId", c.currency, b.status from accounts c
  join balances b on b.platform_id = c.platform_id and b.id = c.id where c.id = $1`
