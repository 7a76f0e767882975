/** Drills: for each alert how its condition arises in a service, and how it ends. */
import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { releaseFromSuspense, suspendedArrivals } from '../../src/operator/suspense.ts'
import { openTasks, retryDeadJob } from '../../src/operator/tasks.ts'
import { sandboxRail } from '../../src/providers/rails/sandbox.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { accountOf } from '../harness/cast.ts'
import {
  ARRIVAL,
  arrive,
  away,
  type Drill,
  HOLDINGS,
  health,
  jobsOf,
  pay,
  railIn,
  screening,
  stalled,
  switched,
  unattended,
} from './drill-parts.ts'
import { scrape } from './prometheus.ts'

let ratesAt = 0

/** Requests that the log has dropped. */
const droppedAt = async ({ origin }: TestApp): Promise<number> =>
  (await scrape(origin)).get('causeway_request_log_total{what="dropped"}') ?? 0

export const DRILLS: Readonly<Record<string, Drill>> = {
  RailDegraded: health('DEGRADED'),
  RailDown: health('DOWN'),
  FloatBelowPayouts: switched(HOLDINGS, { ...HOLDINGS, inFlight: 6_000n }, (now) =>
    railIn(() => ({ holdings: async () => [now()] })),
  ),
  StatementDiffers: {
    async cause({ store }) {
      await store.script(
        `insert into rail_comparisons values ('sepa', 1, 'S-1', 'EUR', 700, 500, 0, 200, 1, '[]', now())`,
      )
    },
    async remedy({ store }) {
      await store.script(
        `insert into rail_comparisons values ('sepa', 2, 'S-2', 'EUR', 700, 700, 0, 0, 0, '[]', now())`,
      )
    },
  },
  LedgerOffBalance: {
    // A process sums the books every ten minutes; a new one sums them at once.
    async cause(app, place) {
      const [row] = await app.store.query<{ key: string }>('select key from house_balances limit 1')
      await app.store.script(
        `insert into house_balances select platform_id, '${row?.key}', 7000001 from platforms limit 1`,
      )
      return testApp({ place })
    },
    async remedy(app, place) {
      await app.store.script('delete from house_balances where amount = 7000001')
      return testApp({ place })
    },
  },
  ArrivalsInSuspense: {
    cause: (app) => arrive(app, [ARRIVAL]),
    async remedy(app) {
      const [arrival] = await suspendedArrivals(app.app)
      await releaseFromSuspense(app.app, arrival?.id as string, (await accountOf(app, 'northwind', 'USD')).id)
    },
  },
  ArrivalsUnbooked: {
    cause: (app) => arrive(app, [ARRIVAL], { run: away }),
    remedy: (app) => arrive(app, []),
  },
  PayoutsHeld: screening(async () => ({ verdict: 'HOLD', reason: 'On the list' })),
  PayoutsUnscreened: screening(away),
  JobsGivenUp: {
    async cause(app) {
      app.clock.freeze()
      await pay(app, '003')
      await app.store.script(`update jobs set dead_at = now(), last_error = 'No connection' where class = 'money'`)
    },
    async remedy(app) {
      for (const { id } of await openTasks(app.app))
        await retryDeadJob(app.app, id, { decidedBy: 'Nora North', note: 'Drill' })
      await app.advance({ minutes: 10 })
    },
  },
  MoneyJobsLate: unattended('719', 60_000),
  WebhooksHeld: {
    async cause(app) {
      await app.app.runner.stop()
      await jobsOf(app, 150)
      await app.store.query(
        "insert into circuits (platform_id, class, silences, silent_since, probe_at) values ($1, 'webhooks', 3, now(), now() + interval '1 hour')",
        [app.platform.platformId],
      )
    },
    goesOn: (app) => jobsOf(app, 400),
    async remedy(app) {
      await app.store.script("delete from circuits; delete from jobs where key like 'held %'")
      await app.app.runner.start()
    },
  },
  PaymentsStuck: unattended('003', 4 * 86_400_000),
  RatesOld: {
    options: {
      providers: (usual) => ({
        ...usual,
        rates: { current: () => ({ ...usual.rates.current(), updatedAt: ratesAt || Date.now() }) },
      }),
    },
    async cause(app) {
      ratesAt = app.clock.now() - 300_000
    },
    async remedy() {
      ratesAt = 0
    },
  },
  RequestsFail: {
    cause: ({ store }) => store.script('alter table customers add constraint never check (false) not valid'),
    async goesOn(app) {
      for (let i = 0; i < 5; i++)
        await app.raw('POST', pathTo('createCustomer'), {
          body: JSON.stringify({ customerType: 'INDIVIDUAL', fullName: 'Nora North' }),
          headers: { 'content-type': 'application/json' },
        })
    },
    remedy: ({ store }) => store.script('alter table customers drop constraint never'),
  },
  RequestsSlow: {
    async cause() {},
    async goesOn(app) {
      let isLocked = () => {}
      const locked = new Promise<void>((resume) => {
        isLocked = resume
      })
      const slow = app.store.transaction(async (query) => {
        await query('lock table quotes in access exclusive mode')
        isLocked()
        await query('select pg_sleep(3)')
      })
      await locked
      await app.ok('listQuotes')
      await slow
    },
    async remedy() {},
  },
  EngineStalled: stalled(),
  NoBatches: { async cause() {}, async remedy() {} },
  JobsFail: switched(
    false,
    true,
    (isAway) => railIn(() => ({ send: (payout) => (isAway() ? away() : sandboxRail.send(payout)) })),
    {
      async goesOn(app) {
        for (let i = 0; i < 5; i++) await pay(app)
      },
      async afterwards(app) {
        for (let i = 0; i < 20; i++) await pay(app)
      },
    },
  ),
  RequestsNotRecorded: {
    cause: ({ store }) => store.script('alter table api_requests add constraint refused check (false) not valid'),
    async goesOn(app) {
      const before = await droppedAt(app)
      await app.ok('listTokens')
      await expect.poll(() => droppedAt(app)).toBeGreaterThan(before)
    },
    remedy: ({ store }) => store.script('alter table api_requests drop constraint refused'),
  },
  NotScraped: {
    isScraped: false,
    cause: (_app, place) => testApp({ place }),
    async remedy() {},
  },
  EventLoopBlocked: {
    async cause(app) {
      for (let i = 0; i < 3; i++) {
        const until = performance.now() + 700
        while (performance.now() < until);
        // The first sample after a scrape does not count.
        await app.ok('getPlatformConfig')
      }
    },
    async remedy() {},
  },
  ProcessesDown: {
    cause: (app) => app.close(),
    remedy: (_app, place) => testApp({ place }),
  },
}
