/** Gauges of money: payments in progress by state and age, whether the books balance, and the age of exchange rates. */
import { Gauge, type Registry } from 'prom-client'
import { type Clock, elapsed } from '../../core/clock.ts'
import type { Store } from '../db/store.ts'

export interface MoneyFigures {
  /** Minor units by which the books of all platforms are off, by currency. It reads every balance. */
  imbalance(): Promise<readonly { readonly currency: string; readonly amount: string }[]>
  /** When the current exchange rates were accepted, in milliseconds since 1970; undefined while there are none. */
  ratesAt(): number | undefined
}

interface Needs extends MoneyFigures {
  readonly store: Store
  readonly clock: Clock
}

/** Reading every balance takes about a second for a few million accounts. */
const IMBALANCE_EVERY_MS = 10 * 60_000

interface InProgress {
  readonly type: string
  readonly status: string
  readonly count: number
  readonly oldest: number
}

export function addMoneyGauges(register: Registry, { store, clock, imbalance, ratesAt }: Needs): void {
  let asking: Promise<readonly InProgress[]> | undefined
  const inProgress = () =>
    (asking ??= store.query<InProgress>(IN_PROGRESS, [], 'payments_in_progress').finally(() => (asking = undefined)))
  const ofPayments = (name: string, help: string, value: (row: InProgress) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['type', 'status'],
      registers: [register],
      async collect() {
        this.reset()
        for (const row of await inProgress()) this.set({ type: row.type, status: row.status }, value(row))
      },
    })
  ofPayments(
    'causeway_payments_in_progress',
    'Payments for which work is planned, by type and status; those that wait for a person are not among them',
    ({ count }) => count,
  )
  ofPayments(
    'causeway_payments_oldest_seconds',
    'Age of the oldest payment for which work is planned, by type and status',
    ({ oldest }) => Math.max(0, clock.now() - oldest) / 1000,
  )

  let summed: { readonly at: number; readonly rows: ReturnType<MoneyFigures['imbalance']> } | undefined
  new Gauge({
    name: 'causeway_ledger_imbalance',
    help: 'Minor units by which the books are off, by currency, at most ten minutes ago; 0 for books that balance',
    labelNames: ['currency'],
    registers: [register],
    async collect() {
      if (!summed || elapsed() - summed.at > IMBALANCE_EVERY_MS) summed = { at: elapsed(), rows: imbalance() }
      try {
        for (const { currency, amount } of await summed.rows) this.set({ currency }, Number(amount))
      } catch (error) {
        summed = undefined
        throw error
      }
    },
  })
  new Gauge({
    name: 'causeway_rates_age_seconds',
    help: 'Age of the exchange rates that quotes are made with; infinite while there are none',
    registers: [register],
    collect() {
      const at = ratesAt()
      this.set(at === undefined ? Number.POSITIVE_INFINITY : Math.max(0, clock.now() - at) / 1000)
    },
  })
}

/** Every payment that a process works on has a job, so the table of jobs, which is small, leads to them. */
const IN_PROGRESS = `
  select t.type, t.status, count(*)::int as count, min(t.created_at) as oldest
  from (select distinct j.platform_id, s.id from jobs j cross join lateral json_array_elements_text(j.subjects) as s (id)
    where j.class = 'money' and j.dead_at is null and s.id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$') as job
  join transactions t on t.platform_id = job.platform_id and t.id = job.id::uuid
  group by t.type, t.status`
