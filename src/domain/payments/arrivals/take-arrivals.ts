/**
 * Intake of arrivals: reads what a rail reports, stores it together with the rail's cursor, and books it.
 *
 * A report is stored once by (rail, key), with the platform that it belongs to; only then is it booked, by a command of
 * that platform that books one id once. So a report that is repeated, read by two processes, or interrupted at any step is
 * credited once.
 */
import type { Logger } from 'pino'
import { newId } from '../../../core/ids.ts'
import { idInText } from '../../../core/reference.ts'
import { Refusal } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Query, Store } from '../../../infra/db/store.ts'
import type { Arrival, Rail } from '../../../providers/rails/port.ts'
import type { Screening } from '../../../providers/screening/port.ts'
import { type BookedArrival, creditArrival, INSTALLATION, type Payee, suspendArrival } from './arrival.ts'

export interface IntakeNeeds {
  readonly store: Store
  readonly engine: Engine
  readonly log: Logger
  readonly rails: readonly Rail[]
  /** Absent: payers are not screened. */
  readonly screening?: Screening | undefined
  /** Milliseconds since 1970, for ids. */
  readonly clock: { now(): number }
}

/** Reports booked in one run. */
const BOOKED_MAX = 500
/** Pages of one rail read in one run, so that a backlog does not delay the booking of what was read. */
const PAGES_MAX = 20

/**
 * One run: reads every rail, and books everything that is stored and not booked. Several processes may run it
 * concurrently.
 */
export async function takeArrivals(needs: IntakeNeeds): Promise<void> {
  await Promise.all(
    needs.rails.map((rail) =>
      leased(needs.store, rail.id, () => readRail(needs, rail)).catch((error: unknown) =>
        needs.log.error(
          { err: error, rail: rail.id },
          'reading the arrivals of a rail failed; retrying with the next run',
        ),
      ),
    ),
  )
  await bookReports(needs)
}

/** Stores which rails the installation has had, for operators who name one. */
export async function noteRails({ query }: Pick<Store, 'query'>, rails: readonly Pick<Rail, 'id'>[]): Promise<void> {
  const ids = rails.map(({ id }) => id).sort()
  await query('insert into rail_cursors (rail) select unnest($1::text[]) on conflict (rail) do nothing', [ids])
}

/** Does the work unless another process does it. The lease of a process that died ends by itself. */
export async function leased(store: Store, rail: string, work: () => Promise<void>): Promise<void> {
  await store.query('insert into rail_cursors (rail) values ($1) on conflict (rail) do nothing', [rail])
  const [lease] = await store.query(LEASE, [rail])
  if (!lease) return
  try {
    await work()
  } finally {
    await store.query('update rail_cursors set leased_until = null where rail = $1', [rail])
  }
}
const LEASE = `update rail_cursors set leased_until = now() + interval '2 minutes'
  where rail = $1 and (leased_until is null or leased_until < now()) returning rail`

async function readRail({ store, log, clock, screening }: IntakeNeeds, rail: Rail): Promise<void> {
  if (!rail.arrivals) return
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const [at] = await store.query<{ after: string | null }>(
      'select arrivals_after as after from rail_cursors where rail = $1',
      [rail.id],
    )
    const after = at?.after ?? undefined
    const page = await rail.arrivals(after)
    for (const arrival of page.arrivals) refuseNonsense(rail, arrival)
    // While a payer cannot be screened, the page is not stored, and the next run reads it again.
    const screened = await Promise.all(page.arrivals.map((arrival) => screenPayer(screening, arrival)))
    await store.transaction(async (query) => {
      for (const [i, arrival] of page.arrivals.entries())
        await storeReport(query, { rail, arrival, id: newId(clock.now()), heldFor: screened[i] ?? null, log })
      await query('update rail_cursors set arrivals_after = $2 where rail = $1', [rail.id, page.cursor])
    })
    if (page.arrivals.length === 0 || page.cursor === after) return
  }
}

/** @throws Error for an invalid report; the rail is not read further until it is fixed */
function refuseNonsense({ id, carries }: Rail, { key, amount, currency }: Arrival): void {
  if (amount <= 0n) throw new Error(`The rail ${id} reports ${amount} minor units as the arrival ${key}`)
  if (key.length === 0 || key.length > 200) throw new Error(`The rail ${id} reports an arrival with the key "${key}"`)
  if (!carries.some((carriage) => carriage.direction === 'IN' && carriage.currency === currency))
    throw new Error(`The rail ${id} reports an arrival in ${currency}, which it does not carry`)
}

/** @returns why the money is held; null: it is not. @throws Error while screening is impossible */
async function screenPayer(screening: Screening | undefined, { payer }: Arrival): Promise<string | null> {
  if (!screening || payer === undefined) return null
  const verdict = await screening.screen({ identifier: payer, names: [payer] })
  return verdict.verdict === 'HOLD' ? `Screening: ${verdict.reason}` : null
}

interface NewReport {
  readonly rail: Rail
  readonly arrival: Arrival
  readonly id: string
  /** By screening. */
  readonly heldFor: string | null
  readonly log: Logger
}

async function storeReport(query: Query, { rail, arrival, id, heldFor, log }: NewReport): Promise<void> {
  const { key, currency, amount, reference, payer, arrivedAt } = arrival
  const payee = await findPayee(query, reference)
  const owner = payee ? [payee.platformId, payee.kind, payee.id] : [INSTALLATION, null, null]
  const about = [currency, String(amount), reference ?? null, payer ?? null, isoTime(arrivedAt)]
  const values = [rail.id, key, id, ...owner, ...about, heldFor ?? reasonToHold(rail, arrival, payee)]
  const [added] = await query(ADD, values)
  if (added) return
  const [first] = await query<{ currency: string; amount: string }>(FIRST, [rail.id, key])
  if (first && (first.currency !== currency || BigInt(first.amount) !== amount))
    log.error({ rail: rail.id, key }, 'a rail reported an arrival again with another amount; the first report stands')
}
const ADD = `insert into reported_arrivals
    (rail, key, id, platform_id, payee_kind, payee_id, currency, amount, reference, payer, arrived_at, held_for)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (rail, key) do nothing returning id`
const FIRST = 'select currency, amount::text from reported_arrivals where rail = $1 and key = $2'

type FoundPayee = Payee & { readonly platformId: string }

/** The account or quote that a reference names, over all platforms. */
async function findPayee(query: Query, text: string | undefined): Promise<FoundPayee | undefined> {
  const id = text === undefined ? undefined : idInText(text)
  if (id === undefined) return undefined
  const [payee] = await query<FoundPayee>(PAYEE, [id])
  return payee
}
const PAYEE = `select platform_id as "platformId", 'ACCOUNT' as kind, id from accounts where id = $1
  union all select platform_id, 'QUOTE', id from quotes where transaction_id = $1 and source_type = 'REALTIME_FUNDING'`

interface Report extends BookedArrival {
  readonly platformId: string
  readonly payeeKind: Payee['kind'] | null
  readonly payeeId: string | null
  /** Why it goes to suspense; null: it will be credited. */
  readonly heldFor: string | null
}

async function bookReports(needs: IntakeNeeds): Promise<void> {
  const { store, log } = needs
  await store.query(FINISH_HAND_OVERS)
  for (const report of await reports(store, UNBOOKED, BOOKED_MAX)) {
    const { id, rail } = report
    try {
      const reason = await book(needs, report)
      if (reason) log.warn({ arrival: id, rail, reason }, 'an arrival is in suspense')
    } catch (error) {
      log.error({ err: error, arrival: id }, 'booking an arrival failed; retrying with the next run')
      await store.query('update reported_arrivals set failures = failures + 1 where id = $1', [id])
    }
  }
}

/**
 * Books an arrival that was assigned to a platform. @returns why the money is in the platform's suspense; undefined: it
 * is credited
 */
export async function bookHandedOver(
  needs: Pick<IntakeNeeds, 'store' | 'engine'>,
  id: string,
): Promise<string | undefined> {
  await needs.store.query(FINISH_HAND_OVERS)
  const [report] = await reports(needs.store, BY_ID, id)
  return report && book(needs, report)
}

async function reports(store: Store, condition: string, value: unknown): Promise<Report[]> {
  const found = await store.query<Omit<Report, 'amount'> & { amount: string }>(SELECT + condition, [value])
  return found.map((report) => ({ ...report, amount: BigInt(report.amount) }))
}
const SELECT = `select id, rail, platform_id as "platformId", payee_kind as "payeeKind", payee_id as "payeeId", held_for as "heldFor",
    currency, amount::text, reference, payer, (extract(epoch from arrived_at) * 1000)::float8 as "arrivedAt"
  from reported_arrivals `
/** Those that failed least come first: however many fail, they delay no other. */
const UNBOOKED = 'where booked_at is null order by failures, reported_at, id limit $1'
const BY_ID = 'where id = $1'

/**
 * Arrivals that an operator has released from the installation's suspense enter the ledger of their account's platform.
 */
const FINISH_HAND_OVERS = `update reported_arrivals r
  set platform_id = c.platform_id, payee_kind = 'ACCOUNT', payee_id = c.id, held_for = null, booked_at = null
  from arrivals a join accounts c on c.id = a.released_to
  where a.platform_id = '${INSTALLATION}' and a.id = r.id and r.platform_id = a.platform_id`

/** @returns why the money is in suspense; undefined: it is credited */
async function book(
  { store, engine }: Pick<IntakeNeeds, 'store' | 'engine'>,
  report: Report,
): Promise<string | undefined> {
  const { platformId, payeeKind: kind, payeeId, heldFor, ...arrival } = report
  let reason = heldFor ?? undefined
  if (kind !== null && payeeId !== null && reason === undefined)
    reason = await refusalOf(
      engine.run(platformId, (rows) => creditArrival(rows, { arrival, payee: { kind, id: payeeId } })),
    )
  if (reason !== undefined) {
    const suspension = { arrival, reason }
    await engine.run(platformId, (rows) => suspendArrival(rows, suspension))
  }
  await store.query('update reported_arrivals set booked_at = now() where id = $1', [arrival.id])
  return reason
}

/** Why a command was permanently refused; undefined: it succeeded. @throws errors, and temporary refusals */
async function refusalOf(work: Promise<void>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return `${error.code}: ${error.message}`
    throw error
  }
}

/** Why an arrival is not credited, although its payee may be known. */
function reasonToHold({ id, carries }: Rail, { currency, amount }: Arrival, payee: Payee | undefined): string | null {
  if (!payee) return 'It names no account or quote'
  const lines = carries.filter((carriage) => carriage.direction === 'IN' && carriage.currency === currency)
  return lines.some(({ minAmount }) => amount >= minAmount) ? null : `It is below the minimum of the rail ${id}`
}
