/** Parts of drills: how conditions arise in a service, and how they end. */
import { expect } from 'vitest'
import { takeArrivals } from '../../src/domain/payments/arrivals/take-arrivals.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { decideHeldPayout } from '../../src/operator/payout-holds.ts'
import type { Arrival, Holding, Rail, RailHealth } from '../../src/providers/rails/port.ts'
import { sandboxRail } from '../../src/providers/rails/sandbox.ts'
import type { Screening } from '../../src/providers/screening/port.ts'
import type { Place, TestApp, TestAppOptions } from '../harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { DOLLARS_IN, withRail } from '../harness/rails.ts'

export interface Drill {
  /** Of the service with which the drill begins. */
  readonly options?: TestAppOptions
  /** @returns a service: it is scraped from then on; anything else: the same one is */
  cause(app: TestApp, place: Place): Promise<unknown>
  /** What happens while the alert fires, between two scrapes. */
  goesOn?(app: TestApp): Promise<unknown>
  /** Whether scrapes while it fires are Prometheus' own; absent: yes. */
  readonly isScraped?: false
  /** @returns as `cause` */
  remedy(app: TestApp, place: Place): Promise<unknown>
}

const BY = { by: 'Nora North', note: 'Drill' }

/** What happens in a service that is well. */
export async function pay(app: TestApp, suffix = '719'): Promise<string> {
  const { id } = await accountOf(app, 'northwind', 'USD')
  const quote = await quoteBetween(app, id, await clabe(app, suffix), 1_000)
  await app.ok('executeQuote', { params: { quoteId: quote.id } })
  await app.settle()
  return quote.transactionId
}

/** A drill on one variable, which a provider reads. */
export function switched<Value>(
  usual: Value,
  unusual: Value,
  options: (value: () => Value) => TestAppOptions,
  more: {
    after?: (app: TestApp) => Promise<unknown>
    goesOn?: Drill['goesOn']
    afterwards?: (app: TestApp) => Promise<unknown>
  } = {},
): Drill {
  let value = usual
  return {
    options: options(() => value),
    ...(more.goesOn && { goesOn: more.goesOn }),
    async cause(app) {
      value = unusual
      await more.after?.(app)
    },
    async remedy(app) {
      value = usual
      await more.afterwards?.(app)
    },
  }
}

export const railIn = (changes: () => Partial<Rail>): TestAppOptions => ({ providers: withRail(() => changes()) })

export const health = (status: RailHealth['status']) =>
  switched<RailHealth['status']>('UP', status, (now) => railIn(() => ({ health: () => ({ status: now() }) })))

export const HOLDINGS: Holding = { currency: 'USD', float: 5_000n, inFlight: 0n, asOf: 'block 7', seenAt: 0 }

/** Payouts are screened by what the drill sets. */
export const screening = (verdict: Screening['screen']) =>
  switched<Screening['screen']>(
    async () => ({ verdict: 'CLEAR' }),
    verdict,
    (now) => ({ providers: (usual) => ({ ...usual, screening: { screen: (party) => now()(party) } }) }),
    {
      after: (app) => pay(app),
      async afterwards(app) {
        const [held] = await app.store.query<{ key: string }>(
          "select key from payout_screenings where verdict = 'HOLD'",
        )
        if (held) await decideHeldPayout(app.app, `Transaction:${held.key}`, { decision: 'RELEASED', ...BY })
        await app.advance({ minutes: 10 })
      },
    },
  )

/** Money that a bank reports, booked as the service does it every five seconds. */
export async function arrive(app: TestApp, arrivals: readonly Arrival[], engine: Pick<Engine, 'run'> = app.app.engine) {
  const { store, clock } = app.app
  const bank: Rail = {
    ...sandboxRail,
    id: 'bank',
    carries: [DOLLARS_IN],
    arrivals: async () => ({ arrivals, cursor: '1' }),
  }
  const log = { warn() {}, error() {} } as never
  await takeArrivals({ store, engine: engine as Engine, clock, log, rails: [bank] })
}
export const ARRIVAL: Arrival = {
  key: 'line 1',
  currency: 'USD',
  amount: 5_000n,
  reference: 'INVOICE 4711',
  payer: 'Acme Corp',
  arrivedAt: Date.UTC(2026, 10, 23),
}
export const away = async (): Promise<never> => {
  throw new Error('No connection')
}

export const jobsOf = (app: TestApp, jobs: number) =>
  app.store.query(
    `insert into jobs (platform_id, key, name, subjects, due_at, attempts, class)
    select $1::uuid, 'held ' || n, 'deliverEvents', json_build_array('held ' || n), now() - interval '1 hour', 0, 'webhooks'
    from generate_series(1, $2::int) n on conflict do nothing`,
    [app.platform.platformId, jobs],
  )

/** Commits wait until the drill lets them through. */
export function stalled(): Drill {
  let gate: Promise<void> | undefined
  let open = () => {}
  let waiting: Promise<unknown>
  return {
    options: {
      lanes: (lane) => ({
        async atomic(work, platformId) {
          await gate
          return await lane.atomic(work, platformId)
        },
      }),
    },
    async cause(app) {
      gate = new Promise((resume) => {
        open = resume
      })
      const { id } = await accountOf(app, 'northwind', 'USD')
      const fund = () => app.call('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 1 } })
      const first = fund()
      // The first one occupies a lane; the others wait for their batch.
      await expect.poll(() => app.app.engine.stats.commands).toBeGreaterThan(0)
      waiting = Promise.all([first, fund(), fund()])
      await expect.poll(() => app.app.engine.waitedMs(), { timeout: 20_000 }).toBeGreaterThan(2_100)
    },
    async remedy() {
      open()
      gate = undefined
      await waiting
    },
  }
}

/** Jobs wait, because the process that runs them does not. */
export const unattended = (suffix: string, ms: number): Drill => ({
  async cause(app) {
    app.clock.freeze()
    if (suffix !== '719') await pay(app, suffix)
    await app.app.runner.stop()
    const { id } = await accountOf(app, 'northwind', 'USD')
    if (suffix === '719') await quoteBetween(app, id, await clabe(app, suffix), 1_000, { immediatelyExecute: true })
    app.clock.advanceTo(app.clock.now() + ms)
  },
  async remedy(app) {
    await app.app.runner.start()
    await app.settle()
  },
})
