/** Composition root: assembles the service, and shuts it down. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { contract } from '../../contract/contract.ts'
import { NOT_BUILT } from '../../contract/not-built.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Clock } from '../core/clock.ts'
import { type Live, liveStreams } from '../dashboard/live.ts'
import { addDashboard } from '../dashboard/routes.ts'
import { browserOrToken, type SignIn } from '../dashboard/sign-in.ts'
import { accountApi } from '../domain/accounts/api.ts'
import { agentApi } from '../domain/agents/api.ts'
import { agentEntrances } from '../domain/agents/authenticate.ts'
import { agentMeApi } from '../domain/agents/me/api.ts'
import { cardApi } from '../domain/cards/api.ts'
import { cardJobs } from '../domain/cards/jobs.ts'
import { customerApi } from '../domain/customers/api.ts'
import { beneficialOwnerApi } from '../domain/customers/beneficial-owners/api.ts'
import { ownersLoader } from '../domain/customers/beneficial-owners/queries.ts'
import { documentApi } from '../domain/customers/documents/api.ts'
import { documentJobs } from '../domain/customers/documents/jobs.ts'
import { importApi } from '../domain/customers/imports/api.ts'
import { importJobs } from '../domain/customers/imports/jobs.ts'
import { storeUpload } from '../domain/customers/imports/store-upload.ts'
import { customerJobs } from '../domain/customers/jobs.ts'
import { verificationApi } from '../domain/customers/verifications/api.ts'
import { eventApi } from '../domain/events/api.ts'
import { APPROVAL_TIMEOUT_MS } from '../domain/events/approval-response.ts'
import { eventJobs } from '../domain/events/jobs.ts'
import { loadSigningKeys } from '../domain/events/signing-keys.ts'
import { externalAccountApi } from '../domain/payments/external-accounts/api.ts'
import { invitationApi } from '../domain/payments/invitations/api.ts'
import { invitationJobs } from '../domain/payments/invitations/jobs.ts'
import { quoteApi } from '../domain/payments/quotes/api.ts'
import { quoteJobs } from '../domain/payments/quotes/jobs.ts'
import { receiverApi } from '../domain/payments/receivers/api.ts'
import { transactionApi } from '../domain/payments/transactions/api.ts'
import { transferJobs } from '../domain/payments/transactions/jobs.ts'
import { decisionsOf } from '../domain/payments/uma/incoming/await-approval.ts'
import { umaJobs } from '../domain/payments/uma/incoming/jobs.ts'
import { platformApi } from '../domain/platform/api.ts'
import { tokenAuthentication } from '../domain/platform/authenticate.ts'
import { platforms } from '../domain/platform/platform.ts'
import type { SandboxOperation } from '../domain/sandbox/api.ts'
import { walletApi } from '../domain/wallets/api.ts'
import { emailChanges } from '../domain/wallets/credentials/prepare-email-change.ts'
import { walletJobs } from '../domain/wallets/jobs.ts'
import { walletSignatures } from '../domain/wallets/signatures/wallet-signatures.ts'
import { Engine } from '../engine/engine.ts'
import { inGridNames } from '../infra/compatibility/grid.ts'
import { secretKeys, vaultOf } from '../infra/crypto/secrets.ts'
import { pagesSignedBy } from '../infra/db/page.ts'
import type { ClockFault } from '../infra/db/server-time.ts'
import type { Store } from '../infra/db/store.ts'
import { guardedPost } from '../infra/egress/post.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import { type PipelineOptions, pipeline } from '../infra/http/pipeline.ts'
import { addFallback, addOperations, createServer, notBuilt } from '../infra/http/server.ts'
import type { JobHandlers } from '../infra/jobs/handlers.ts'
import { Runner } from '../infra/jobs/runner.ts'
import { type LimitFigures, requestLimits } from '../infra/limits/request-limits.ts'
import type { Handlers, HandlersOf } from '../infra/operations/handlers.ts'
import { listeners } from '../infra/states/tables.ts'
import { metricsOf } from '../infra/telemetry/metrics.ts'
import type { CardIssuer } from '../providers/card-issuer/port.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import { payoutRoutes } from '../providers/rails/payout-routes.ts'
import { railRouter } from '../providers/rails/router.ts'
import type { Outside } from './outside.ts'
import { addMcpRoutes } from './routes/mcp-routes.ts'
import { servedPages } from './routes/served-pages.ts'
import { addSystemRoutes } from './routes/system-routes.ts'
import { addUmaRoutes } from './routes/uma-routes.ts'
import { schema } from './schema.ts'
import { connectUma, umaGuards } from './uma.ts'

export interface AppOptions {
  readonly store: Store
  /** Where uploaded files are kept. */
  readonly files: FileStore
  readonly clock: Clock
  /** Why nothing may be served now: the clock is not the database's. */
  readonly clockFault?: ClockFault | undefined
  readonly log: Logger
  /** Secret of the installation: at least 32 bytes. */
  readonly secret: Buffer
  readonly outside: Outside
  readonly feeRate: string
  readonly limits?: LimitFigures | undefined
  /** Addresses and networks whose word for a caller's address is taken. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Messages of other institutions a second that are taken from one network address; absent: any number. */
  readonly umaRateLimit?: number | undefined
  /** Where browsers reach this process; absent: on this machine. */
  readonly publicUrl?: string | undefined
  /** Whose names are added to replies and events; absent: none. */
  readonly compatibility?: 'grid' | undefined
}

export interface App {
  readonly server: FastifyInstance
  readonly engine: Engine
  readonly runner: Runner
  readonly store: Store
  readonly clock: Clock
  readonly keys: ReturnType<typeof secretKeys>
  readonly custodian: Custodian
  readonly cardIssuer: CardIssuer | undefined
  /** Opens the dashboard to browsers that sign in. Before the server listens. */
  addDashboard(signIn: SignIn): Promise<void>
  /** Begins the work that is due. */
  start(): Promise<void>
  /** Ends gracefully: no new requests, work under way done, the store left to the caller. */
  close(): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { store, files, clock, log, outside } = options
  const keys = secretKeys(options.secret)
  const live: Live = liveStreams()
  let signedIn: SignIn | undefined
  const callers = tokenAuthentication(store, keys)
  const decisions = decisionsOf(store)
  const engine = new Engine({
    schema,
    lanes: store.lanes,
    clock,
    foreseen: [platforms, listeners],
    onCommitted: (set) => {
      for (const listener of [runner, callers, live, decisions]) listener.committed(set)
    },
  })
  const [signer, connected] = await Promise.all([loadSigningKeys(store, keys), connectUma({ store, keys, outside })])
  const origin = () => options.publicUrl ?? `http://localhost:${(server.server.address() as AddressInfo).port}`
  const served = servedPages(outside, { engine, clock, keys, origin })
  const translate = options.compatibility === 'grid' ? inGridNames : undefined
  const needs = {
    store,
    files,
    translate,
    loadOwners: ownersLoader(store),
    prepareEmailChange: emailChanges({ store, custodian: outside.custodian }),
    engine,
    clock,
    pages: pagesSignedBy(keys.cursors),
    keys,
    ...outwards(outside),
    signer,
    log,
    decisions,
    ...outside,
    rails: railRouter(outside.rails({ store }), payoutRoutes(store)),
    ...connected,
    ...served.providers,
    feeRate: options.feeRate,
  }
  const sandbox = outside.sandbox?.({ store, engine, clock, keys, pages: needs.pages, runner: () => runner, log })
  const handlers = { ...jobHandlers(needs), ...sandbox?.jobs }
  const runner: Runner = new Runner({ store, engine, clock, clockFault: options.clockFault, log, handlers })
  const metrics = metricsOf({ engine, runner, store, clock })
  const server = createServer({ ...options, translate, observe: metrics.observe })
  const authenticate = browserOrToken(() => signedIn, callers)
  const steps = {
    engine,
    authenticate,
    entrances: agentEntrances({ store, keys }),
    limits: requestLimits(options.limits ?? {}, store),
    vault: vaultOf(keys.sealing, 'idempotency reply'),
    signatures: walletSignatures(needs),
    keepUpload: storeUpload(needs),
  }
  addApi(server, apiHandlers(needs, sandbox?.api), steps, sandbox !== undefined)
  addSystemRoutes(server, { ...options, ...needs, metrics, hasReference: sandbox !== undefined })
  served.addPages(server)
  addMcpRoutes(server, { authenticate: steps.entrances.AGENT, origin, hasDashboard: () => signedIn !== undefined })
  if (connected.uma) addUmaRoutes(server, { ...needs, ...umaGuards(keys, options.umaRateLimit) })

  return {
    server,
    engine,
    runner,
    store,
    clock,
    keys,
    custodian: outside.custodian,
    cardIssuer: served.providers.cardIssuer,
    async addDashboard(signIn) {
      signedIn = signIn
      await addDashboard(server, { store, clock, signIn, live })
    },
    ...lifeOf({ server, engine, runner, sandbox, live }),
  }
}

interface Parts extends Pick<App, 'server' | 'engine' | 'runner'> {
  readonly sandbox: ReturnType<NonNullable<Outside['sandbox']>> | undefined
  readonly live: Live
}

/** Beginning and end of the work of an app. */
const lifeOf = ({ server, engine, runner, sandbox, live }: Parts): Pick<App, 'start' | 'close'> => ({
  async start() {
    await runner.start()
    await sandbox?.resume()
  },
  async close() {
    live.close()
    await server.close()
    await sandbox?.stop()
    await runner.stop()
    await engine.drained()
  },
})

/** How addresses of customers are called. */
const outwards = ({ allowLoopback }: Outside) => ({
  post: guardedPost({ allowLoopback }),
  ask: guardedPost({ allowLoopback, timeoutMs: APPROVAL_TIMEOUT_MS }),
})

type JobNeeds = Parameters<typeof transferJobs>[0] &
  Parameters<typeof quoteJobs>[0] &
  Parameters<typeof customerJobs>[0] &
  Parameters<typeof documentJobs>[0] &
  Parameters<typeof importJobs>[0] &
  Parameters<typeof walletJobs>[0] &
  Parameters<typeof cardJobs>[0] &
  Parameters<typeof eventJobs>[0]

/** What is put off, by its name: one spread per domain. */
const jobHandlers = (needs: JobNeeds): JobHandlers => ({
  ...transferJobs(needs),
  ...quoteJobs(needs),
  ...customerJobs(needs),
  ...documentJobs(needs),
  ...importJobs(needs),
  ...walletJobs(needs),
  ...cardJobs(needs),
  ...invitationJobs,
  ...eventJobs(needs),
  ...umaJobs(),
})

type ApiNeeds = Parameters<typeof platformApi>[0] &
  Parameters<typeof customerApi>[0] &
  Parameters<typeof verificationApi>[0] &
  Parameters<typeof beneficialOwnerApi>[0] &
  Parameters<typeof documentApi>[0] &
  Parameters<typeof importApi>[0] &
  Parameters<typeof externalAccountApi>[0] &
  Parameters<typeof transactionApi>[0] &
  Parameters<typeof receiverApi>[0] &
  Parameters<typeof accountApi>[0] &
  Parameters<typeof invitationApi>[0] &
  Parameters<typeof walletApi>[0] &
  Parameters<typeof quoteApi>[0] &
  Parameters<typeof cardApi>[0] &
  Parameters<typeof agentApi>[0] &
  Parameters<typeof agentMeApi>[0] &
  Parameters<typeof eventApi>[0]

/** The whole API: one spread per domain. An operation without a handler does not compile. */
const apiHandlers = (needs: ApiNeeds, sandbox: HandlersOf<SandboxOperation> | undefined): Handlers => ({
  ...platformApi(needs),
  ...customerApi(needs),
  ...verificationApi(needs),
  ...beneficialOwnerApi(needs),
  ...documentApi(needs),
  ...importApi(needs),
  ...accountApi(needs),
  ...externalAccountApi(needs),
  ...transactionApi(needs),
  ...receiverApi(needs),
  ...invitationApi(needs),
  ...walletApi(needs),
  ...quoteApi(needs),
  ...cardApi(needs),
  ...agentApi(needs),
  ...agentMeApi(needs),
  ...eventApi(needs),
  // In production their routes do not exist, so they are never called.
  ...(sandbox as HandlersOf<SandboxOperation>),
})

/** Every operation of the contract, built or not; those of the sandbox only where there is one. */
function addApi(server: FastifyInstance, handlers: Handlers, steps: PipelineOptions, hasSandbox: boolean): void {
  const served = (Object.entries(contract) as [keyof Handlers, Operation][]).filter(
    ([, { sandbox }]) => !sandbox || hasSandbox,
  )
  const unserved = (Object.values(NOT_BUILT) as readonly Pick<Operation, 'method' | 'path'>[]).filter(
    ({ path }) => hasSandbox || !path.startsWith('/sandbox/'),
  )
  addOperations(server, [
    ...served.map(([id, operation]) => ({ id, operation, serve: pipeline(operation, handlers[id], steps) })),
    ...unserved.map((operation) => ({ operation, serve: notBuilt(steps.authenticate) })),
  ])
  addFallback(server, [...served.map(([, operation]) => operation), ...unserved])
}
