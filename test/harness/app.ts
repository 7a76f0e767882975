/** Test service: a whole service on its own database, called over HTTP by operation name; every reply is checked against the contract. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createClient } from '../../client/api.ts'
import { type Contract, contract, type OperationId } from '../../contract/contract.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf, ReplyOf } from '../../contract/operation.ts'
import { type App, type AppOptions, createApp } from '../../src/composition/app.ts'
import type { Secrets } from '../../src/composition/installation-keys.ts'
import type { Providers } from '../../src/composition/providers/providers.ts'
import { keptClock, sandboxProviders } from '../../src/composition/providers/sandbox.ts'
import type { WalletSettings } from '../../src/composition/providers/wallet-providers.ts'
import { type Credentials, seedCast, seedPlatform } from '../../src/composition/seed/seed.ts'
import { seedSecondBank } from '../../src/composition/seed/seed-second-bank.ts'
import { type MovableClock, movableClock } from '../../src/core/clock.ts'
import { type Company, passkeySignIn } from '../../src/dashboard/desk/passkey-sign-in.ts'
import { type LinkSignIn, signInWith } from '../../src/dashboard/sign-in.ts'
import type { Lane } from '../../src/engine/database.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { fileStore } from '../../src/infra/files/file-store.ts'
import type { LimitFigures } from '../../src/infra/limits/request-limits.ts'
import { serviceLog } from '../../src/infra/telemetry/service-log.ts'
import { webauthn } from '../../src/providers/passkeys/webauthn.ts'
import { auditors } from './auditors.ts'
import { expectToMatchContract } from './contract-check.ts'
import { type FreshDatabase, freshDatabase, openStore, serviceUrl } from './database/database.ts'
import { misformed } from './forms.ts'
import { withoutHelp } from './refused-reply.ts'
import { WALLETS } from './samples/wallet-settings.ts'

export interface Reply<Body> {
  readonly status: number
  /** Typed as the success body; after an error, see `error`. */
  readonly body: Body
  /** The body of a refusal, without request id, hint and link. */
  readonly error: {
    readonly status: number
    readonly code: string
    readonly message: string
    readonly details?: any
    readonly reason?: string
  }
  readonly headers: Headers
  /** The received text. */
  readonly text: string
}

/** Credentials of the request; null sends none. */
type As = Pick<Credentials, 'clientId' | 'clientSecret'> | { readonly accessToken: string } | null

type Loose<T> = { [Key in keyof T]?: T[Key] }
export interface CallInput<Op extends Operation> {
  readonly params?: ParamsOf<Op>
  readonly query?: Loose<QueryOf<Op>> | Record<string, unknown>
  /** Where the operation takes a form, a `File` in it is sent as one. */
  readonly body?: BodyOf<Op> | Record<string, unknown>
  readonly headers?: Record<string, string>
  /** Idempotency-Key. */
  readonly key?: string
  readonly as?: As
}

export interface RawInput {
  readonly body?: string | Buffer | FormData
  readonly headers?: Record<string, string>
  readonly as?: As
}

export type SeededPlatform = Credentials & { readonly platformId: string }

export interface TestApp {
  readonly app: App
  readonly clock: MovableClock
  /** Its database, as the owner of the tables; the service's own store is `app.store`. */
  readonly store: Store
  /** URL of its database, as the owner of the tables; undefined for an embedded one. */
  readonly databaseUrl: string | undefined
  /** Folder of uploaded files. */
  readonly folder: string
  readonly origin: string
  /** URL with the base path. */
  readonly base: string
  readonly platform: SeededPlatform
  /** Beta Pay with its customer Bob, if requested. */
  readonly secondBank: SeededPlatform | undefined
  /** Opens the dashboard to a browser, where the app has one. */
  readonly signIn: LinkSignIn
  call<Id extends OperationId>(id: Id, input?: CallInput<Contract[Id]>): Promise<Reply<ReplyOf<Contract[Id]>>>
  /** As `call`; the call must succeed. */
  ok<Id extends OperationId>(id: Id, input?: CallInput<Contract[Id]>): Promise<ReplyOf<Contract[Id]>>
  /** Any request at all, to a path below the base or an address; nothing is checked. */
  raw(method: string, path: string, input?: RawInput): Promise<Reply<any>>
  /** Runs all work that is due now. */
  settle(): Promise<void>
  /** Moves the clock from one due time to the next. */
  advance(by: { days?: number; minutes?: number; seconds?: number; ms?: number }): Promise<void>
  /** Another tenant with a full token. */
  anotherPlatform(name?: string): Promise<SeededPlatform>
  /** Violations of the ledger's invariants; must be empty. */
  audit(): Promise<string[]>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Wraps each lane, for instance to break it. */
  readonly lanes?: (lane: Lane) => Lane
  readonly providers?: (usual: Providers) => Providers
  /** Fill with Acme Pay's cast; otherwise only the platform exists. */
  readonly cast?: boolean
  /** Seeds a second platform, Beta Pay, as a fresh sandbox does. */
  readonly secondBank?: boolean
  readonly rateLimit?: number
  readonly limits?: LimitFigures
  readonly trustedProxies?: readonly string[]
  readonly umaRateLimit?: AppOptions['umaRateLimit']
  /** Receives every log line, at level trace. */
  readonly logTo?: (line: string) => void
  /** The operator's wallet settings. */
  readonly wallets?: Partial<WalletSettings>
  readonly compatibility?: 'grid'
  readonly travelRule?: ReadonlyMap<string, bigint>
  /** UMA domain of the platform and its cast. */
  readonly umaDomain?: string
  /**
   * Where the service stores its data; a later service finds an earlier one's data there. Absent: a new place, removed
   * when it is closed.
   */
  readonly place?: Place
  /** Of the installation. */
  readonly secrets?: Secrets
  readonly clockFault?: () => string | undefined
  /** The service's access to its database. */
  readonly store?: (usual: Store) => Store
  /** Whether browsers may sign in to the dashboard, of which a test has no pages: by link, or operators with passkeys. */
  readonly dashboard?: boolean | 'PASSKEY'
  /** Identity provider of the operators. */
  readonly company?: Company
  readonly tracing?: AppOptions['tracing']
}

/** Data that remain when a service is closed: its database, its files, and the results of its first start. */
export interface Place {
  readonly database: FreshDatabase
  readonly folder: string
  platform?: SeededPlatform
  /** To be called when every service on it is closed. */
  drop(): Promise<void>
}

/** A place for a service that is started more than once. */
export async function freshPlace(options?: Parameters<typeof freshDatabase>[0]): Promise<Place> {
  const database = await freshDatabase(options)
  const folder = mkdtempSync(join(tmpdir(), 'causeway-files-'))
  return {
    database,
    folder,
    async drop() {
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Relying party of the operators' dashboard, for their authenticators. */
export const DESK = { rpId: 'desk.example', origins: ['https://desk.example'] }

export async function testApp({
  lanes,
  providers = (usual) => usual,
  cast = true,
  secondBank: hasSecondBank = false,
  rateLimit,
  limits,
  umaRateLimit,
  trustedProxies,
  logTo,
  wallets,
  compatibility,
  travelRule,
  umaDomain = 'acme.example',
  place: given,
  secrets = { current: Buffer.alloc(32, 7), former: [] },
  dashboard = false,
  company,
  clockFault,
  store: storeFrom = (usual) => usual,
  tracing,
}: TestAppOptions = {}): Promise<TestApp> {
  const place = given ?? (await freshPlace())
  const { database, folder } = place
  const opened = storeFrom(await openStore({ ...database, url: serviceUrl(database) }))
  const store = lanes ? { ...opened, lanes: opened.lanes.map(lanes) } : opened
  // With the rights of the owner, for what a test does behind the service's back.
  const ownerStore = database.role ? await openStore(database) : store
  const clock = movableClock(await keptClock(store))
  const log = logTo ? serviceLog('trace', { write: logTo }) : serviceLog(process.env.LOG_LEVEL ?? 'silent')
  const app = await createApp({
    store,
    files: fileStore(join(folder, 'documents')),
    clock,
    clockFault,
    log,
    secrets,
    providers: providers(sandboxProviders(clock, { wallets: { ...WALLETS, ...wallets } })),
    feeRate: '0.005',
    travelRule,
    limits: { tokenPerSecond: rateLimit, agentPerSecond: rateLimit, ...limits },
    umaRateLimit,
    compatibility,
    trustedProxies,
    tracing,
  })
  const platform = place.platform ?? (await seedPlatform(app, 'Acme Pay', umaDomain))
  if (cast && !place.platform) await seedCast(app, platform.platformId, umaDomain)
  place.platform = platform
  const secondBank = hasSecondBank ? await seedSecondBank(app) : undefined
  const platformIds = [platform.platformId, ...(secondBank ? [secondBank.platformId] : [])] as const
  const signIn = signInWith({
    store,
    key: app.keys.signIn,
    platformIds,
    authenticate: app.authenticate,
    isSecure: false,
  })
  if (dashboard === 'PASSKEY')
    await app.addDashboard(
      passkeySignIn(
        { store, key: app.keys.signIn, passkeys: webauthn({ allowLocalhost: false }), place: DESK },
        company,
      ),
    )
  else if (dashboard) await app.addDashboard(signIn)
  await app.start()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const base = `${origin}/2025-10-13`

  let others = 0
  const raw: TestApp['raw'] = async (method, path, { body, headers, as = platform } = {}) => {
    const credentials = as && { authorization: authorizationOf(as) }
    const response = await fetch(path.startsWith('http') ? path : base + path, {
      method,
      headers: { ...credentials, ...headers },
      ...(body !== undefined && { body: body as string }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    const parsed = json ? JSON.parse(text) : undefined
    const { status, headers: got } = response
    const error = status < 400 ? parsed : withoutHelp(parsed, got)
    return { status, body: parsed, error, headers: got, text }
  }

  const client = createClient({ baseUrl: base, retries: 0 })
  const call: TestApp['call'] = async (id, { params, query, body, headers, key, as = platform } = {}) => {
    const operation: Operation = contract[id]
    const missing = Object.keys(operation.params?.properties ?? {}).map((name) => [name, 'missing'])
    const reply = await client.send(id, {
      params: { ...Object.fromEntries(missing), ...params },
      query: query as Record<string, unknown>,
      body,
      idempotencyKey: key,
      headers: { ...(as && { authorization: authorizationOf(as) }), ...headers },
    })
    expectToMatchContract(id, operation, reply.status, reply.body)
    if (reply.status < 400) expect(misformed(reply.body), id).toEqual([])
    return { ...reply, error: reply.status < 400 ? reply.body : withoutHelp(reply.body, reply.headers) } as never
  }

  return {
    app,
    clock,
    store: ownerStore,
    databaseUrl: database.url,
    folder,
    origin,
    base,
    platform,
    secondBank,
    signIn,
    call,
    raw,
    async ok(id, input) {
      const reply = await call(id, input)
      expect(reply.status, `${id}: ${reply.text}`).toBeLessThan(300)
      return reply.body
    },
    settle: () => app.runner.settle(),
    async advance({ days = 0, minutes = 0, seconds = 0, ms = 0 }) {
      await app.runner.advanceTo(clock, clock.now() + ((days * 24 * 60 + minutes) * 60 + seconds) * 1000 + ms)
    },
    anotherPlatform: (name = 'Other Pay') =>
      seedPlatform(app, name, `other${others++ === 0 ? '' : `-${others}`}.example`),
    async audit() {
      await app.engine.drained()
      const found = await Promise.all(
        auditors.map(async ({ name, sql }) => ({
          name,
          rows: await ownerStore.query(sql),
        })),
      )
      return found
        .filter(({ rows }) => rows.length > 0)
        .map(
          ({ name, rows }) =>
            `${name}: ${JSON.stringify(rows.slice(0, 3), (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
        )
    },
    async close() {
      await app.close()
      await store.close()
      if (ownerStore !== store) await ownerStore.close()
      if (!given) await place.drop()
    },
  }
}

/** A platform's token, or an agent's. */
const authorizationOf = (as: NonNullable<As>): string =>
  'accessToken' in as
    ? `Bearer ${as.accessToken}`
    : `Basic ${Buffer.from(`${as.clientId}:${as.clientSecret}`).toString('base64')}`
