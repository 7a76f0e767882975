/** Composition root: assembles the service, and shuts it down. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../core/clock.ts'
import { browserOrToken } from '../dashboard/desk/operator-session.ts'
import type { PasskeySignIn } from '../dashboard/desk/passkey-sign-in.ts'
import { type Live, liveStreams } from '../dashboard/live.ts'
import { addDashboard } from '../dashboard/routes.ts'
import type { LinkSignIn } from '../dashboard/sign-in.ts'
import { type Arrivals, eventArrivals } from '../domain/events/listening/event-stream.ts'
import { ledgerImbalance } from '../domain/ledger/imbalance.ts'
import { sealLedger } from '../domain/ledger/seal-ledger.ts'
import { type Receiving, receiveMoney } from '../domain/payments/arrivals/receive-money.ts'
import { noteRails } from '../domain/payments/arrivals/take-arrivals.ts'
import { reconcileRails } from '../domain/payments/reconciliation/reconcile-rails.ts'
import { decisionsOf } from '../domain/payments/uma/incoming/await-approval.ts'
import { type TokenAuthentication, tokenAuthentication } from '../domain/platform/tokens/authenticate.ts'
import type { Engine } from '../engine/engine.ts'
import { sealAudit } from '../infra/audit/seal-audit.ts'
import { keepSealing } from '../infra/audit/sealing.ts'
import { type SecurityRecord, securityRecord } from '../infra/audit/security-record.ts'
import type { SecretKeys } from '../infra/crypto/secrets.ts'
import type { ClockFault } from '../infra/db/server-time.ts'
import type { Store } from '../infra/db/store.ts'
import { createServer, type ServerOptions } from '../infra/http/server.ts'
import { Runner } from '../infra/jobs/runner.ts'
import { debitsOf } from '../infra/limits/limit-debits.ts'
import type { LimitFigures } from '../infra/limits/request-limits.ts'
import { type Recorded, type RequestLog, requestLog } from '../infra/request-log/request-log.ts'
import { type Metrics, metricsOf } from '../infra/telemetry/metrics.ts'
import type { MoneyFigures } from '../infra/telemetry/money-gauges.ts'
import { securityLog } from '../infra/telemetry/security-log.ts'
import type { AuditDestination } from '../operator/audit-export/audit-destination.ts'
import { keepExporting } from '../operator/audit-export/export-audit.ts'
import type { CardIssuer } from '../providers/card-issuer/port.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import type { Rails } from '../providers/rails/port.ts'
import { connectDependencies, type DependencyOptions } from './dependencies.ts'
import { createEngine } from './engine.ts'
import { openKeys, type Secrets } from './installation-keys.ts'
import type { Providers } from './providers/providers.ts'
import { type UmaRate, umaGuards } from './providers/uma.ts'
import { requestSteps } from './request-steps.ts'
import { addApi } from './rooms/operations.ts'
import { roomsByPlatform } from './rooms/platform-rooms.ts'
import { addMcpRoutes } from './routes/mcp-routes.ts'
import { ownOrigin } from './routes/own-origin.ts'
import { servedPages } from './routes/served-pages.ts'
import { addSystemRoutes } from './routes/system-routes.ts'
import { addUmaRoutes } from './routes/uma-routes.ts'

export interface AppOptions extends DependencyOptions {
  /** The reason why no request may be served now: the clock differs from the database's. */
  readonly clockFault?: ClockFault | undefined
  /** Secret of the installation, under which its keys are sealed. */
  readonly secrets: Secrets
  readonly limits?: LimitFigures | undefined
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Destination of the audit chain's export; absent: it is not exported. */
  readonly auditExport?: AuditDestination | undefined
  /** Rate of UMA messages from one network address; absent: unlimited. */
  readonly umaRateLimit?: UmaRate | undefined
  /** Address at which browsers reach this process; absent: on this machine. */
  readonly publicUrl?: string | undefined
  /** Which requests are recorded; absent: all. */
  readonly requestLog?: Recorded | undefined
}

export interface App {
  readonly server: FastifyInstance
  readonly engine: Engine
  readonly runner: Runner
  readonly store: Store
  readonly clock: Clock
  readonly keys: SecretKeys
  readonly custodian: Custodian
  readonly cardIssuer: CardIssuer | undefined
  readonly rails: Rails
  /** The caller of an API token. @throws Refusal UNAUTHORIZED */
  readonly authenticate: TokenAuthentication['authenticate']
  /** Opens the dashboard to browsers that sign in. To be called before the server listens. */
  addDashboard(signIn: LinkSignIn | PasskeySignIn): Promise<void>
  /** Starts the jobs that are due. */
  start(): Promise<void>
  /** Shuts down gracefully: refuses new requests and finishes those in progress. The caller closes the store. */
  close(): Promise<void>
}

export async function createApp(given: AppOptions): Promise<App> {
  const options = given.tracing ? { ...given, store: given.tracing.store(given.store) } : given
  const { store, clock, log, providers } = options
  const keys = await openKeys(store, options.secrets)
  const live: Live = liveStreams()
  let signedIn: LinkSignIn | PasskeySignIn | undefined
  const callers = tokenAuthentication(store, keys, clock)
  const decisions = decisionsOf(store)
  const arrivals = eventArrivals()
  const engine = createEngine({
    store,
    clock,
    trace: options.tracing?.batches,
    onCommitted: (set) => {
      for (const listener of [runner, callers, live, decisions, record, arrivals]) listener.committed(set)
    },
  })
  const { origin, reachableOrigin, listening, note } = ownOrigin(options.publicUrl)
  const served = servedPages(providers, { engine, clock, keys, origin })
  const requests = requestLog(options, options.requestLog ?? 'all')
  const parts = { engine, keys, decisions, hosted: served.providers, listening }
  const needs = { requests, arrivals, ...(await connectDependencies(options, parts)) }
  const { pages, rails, signer } = needs
  const own = { store, engine, clock, keys, pages, rails, signer, origin, runner: () => runner, log }
  const sandbox = providers.sandbox?.(own)
  const { handlerOf, jobsOf } = roomsByPlatform(needs, sandbox)
  const runner: Runner = new Runner({ ...own, clockFault: options.clockFault, handlersOf: jobsOf })
  const intake = { store, engine, log, clock, rails: rails.connected, screening: providers.screening }
  const background = [receiveMoney(intake, () => reconcileRails(intake)), ...recordKeeping(own, options.auditExport)]
  const figures = { ...moneyFigures(store, providers.rates), requests }
  const metrics = metricsOf({ engine, runner, store, clock, rails: rails.connected, ...figures })
  const record = securityRecord(store, log)
  const server = serverFor(options, { ...needs, metrics, record, reachableOrigin })
  note(server)
  const authenticate = browserOrToken(() => signedIn, callers)
  const isSandbox = sandbox !== undefined
  const steps = requestSteps({ ...needs, authenticate, limits: options.limits ?? {}, isSandbox })
  addApi(server, handlerOf, steps)
  addSystemRoutes(server, { ...options, ...needs, metrics, hasReference: isSandbox })
  served.addPages(server)
  sandbox?.addRoutes(server)
  addMcpRoutes(server, {
    authenticate: steps.authenticators.AGENT,
    origin,
    hasDashboard: () => signedIn?.kind === 'LINK',
  })
  if (needs.uma) addUmaRoutes(server, { ...needs, ...umaGuards(store, keys, options.umaRateLimit) })

  return {
    server,
    engine,
    runner,
    store,
    clock,
    keys,
    custodian: providers.custodian,
    cardIssuer: served.providers.cardIssuer,
    rails,
    authenticate: callers.authenticate,
    async addDashboard(signIn) {
      signedIn = signIn
      await addDashboard(server, { store, signIn, live, operator: { store, engine, clock, keys } })
    },
    ...lifecycle({ server, engine, runner, background, sandbox, live, record, store, rails, requests, arrivals }),
  }
}

/** The server without its routes. */
function serverFor(
  options: AppOptions,
  {
    translate,
    requests,
    metrics,
    record,
    reachableOrigin,
  }: Pick<ServerOptions, 'translate' | 'reachableOrigin'> & {
    readonly requests: RequestLog
    readonly metrics: Metrics
    readonly record: SecurityRecord
  },
): FastifyInstance {
  const security = [securityLog(options.log), record.write]
  return createServer({
    ...options,
    debit: debitsOf(options.store),
    reachableOrigin,
    translate,
    observe: metrics.observe,
    record: requests.record,
    security: (...event) => security.forEach((write) => void write(...event)),
  })
}

/** Checkpoints of the ledger and of the audit chain, and the export of the latter. */
const recordKeeping = (
  own: Parameters<typeof keepSealing>[0] & Pick<App, 'store'>,
  to: AuditDestination | undefined,
) => [
  keepSealing(own, [(signer) => sealLedger(own.store, signer), (signer) => sealAudit(own.store, signer)]),
  keepExporting(own, to),
]

const moneyFigures = (store: Store, rates: Providers['rates']): MoneyFigures => ({
  imbalance: () => ledgerImbalance(store),
  ratesAt() {
    try {
      return rates.current().updatedAt
    } catch {
      return undefined
    }
  },
})

interface Parts extends Pick<App, 'server' | 'engine' | 'runner' | 'store' | 'rails'> {
  readonly sandbox: ReturnType<NonNullable<Providers['sandbox']>> | undefined
  readonly live: Live
  readonly background: readonly Pick<Receiving, 'start' | 'stop'>[]
  readonly record: SecurityRecord
  readonly requests: RequestLog
  readonly arrivals: Arrivals
}

const lifecycle = ({
  server,
  engine,
  runner,
  background,
  sandbox,
  live,
  record,
  store,
  rails,
  requests,
  arrivals,
}: Parts): Pick<App, 'start' | 'close'> => ({
  async start() {
    await runner.start()
    await sandbox?.resume()
    for (const work of background) work.start()
    record.start()
    await noteRails(store, rails.connected)
  },
  async close() {
    live.close()
    const closed = server.close()
    // Waiting callers are answered, and their connections closed.
    arrivals.close()
    await closed
    for (const work of background) await work.stop()
    await sandbox?.stop()
    await runner.stop()
    await engine.drained()
    await record.drained()
    await requests.close()
  },
})
