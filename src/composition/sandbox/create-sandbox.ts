/** Sandbox for the test suite of another project: a whole service in this process, with its own database, port and clock. */
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '../../../client/index.ts'
import { movableClock } from '../../core/clock.ts'
import { openEmbedded } from '../../infra/db/embedded/embedded.ts'
import { BASE_PATH } from '../../infra/http/server.ts'
import { seedCast, seedPlatform } from '../seed/seed.ts'
import { type Service, startService } from './in-process.ts'
import { ownDatabase } from './own-database.ts'
import { newKeys, readTemplate, type Template } from './template.ts'

export interface SandboxOptions {
  /**
   * Whether the platform has the cast: the customers Alice and Northwind Ltd, a card, María's bank account and the agent
   * Ada. True unless given; false makes a platform without customers.
   */
  readonly seed?: boolean
  /** The sandbox's clock at the start: now, and running, unless given. It can be moved forward only. */
  readonly clock?: { readonly at?: Date; readonly frozen?: boolean }
  /**
   * A PostgreSQL server, on which the sandbox gets its own database until it is closed. Without it the embedded
   * database is used, in memory.
   */
  readonly databaseUrl?: string
}

export interface SandboxClock {
  now(): Date
  /** Moves the clock, and returns when all work that became due meanwhile is done, in order of due time. */
  advance(by: {
    readonly days?: number
    readonly hours?: number
    readonly minutes?: number
    readonly seconds?: number
  }): Promise<void>
  /** Runs the jobs that are due now, such as the delivery of webhooks. */
  settle(): Promise<void>
  freeze(): void
  unfreeze(): void
}

export interface Sandbox {
  /** `http://localhost:<port>`. */
  readonly url: string
  /** `url` with the version of the API: the `baseUrl` of a client. */
  readonly baseUrl: string
  /** Credentials of a token with every permission, and the secret that verifies webhooks. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string; readonly webhookSecret: string }
  /** A client with these credentials. */
  readonly client: Client
  readonly clock: SandboxClock
  /** Stops the service and discards its data. */
  close(): Promise<void>
}

/** Beside the bundle. */
const TEMPLATE = fileURLToPath(new URL('template', import.meta.url))

/**
 * Starts a sandbox. Several can run at the same time, in one process or in many.
 * @throws RangeError when `clock.at` has passed; Error when the PostgreSQL server cannot be used
 */
export async function createSandbox({
  seed = true,
  clock: start = {},
  databaseUrl,
}: SandboxOptions = {}): Promise<Sandbox> {
  const clock = movableClock()
  if (start.at && start.at.getTime() < clock.now()) throw new RangeError('clock.at has passed')
  if (start.at) clock.advanceTo(start.at.getTime())
  if (start.frozen) clock.freeze()
  const opened = await (databaseUrl === undefined ? openCopy() : openOwn(databaseUrl))
  const service = await startService({ ...opened, clock })
  const platform = await platformFor(service, opened.seeded, seed)
  const url = await service.listen()
  const { clientId, clientSecret, webhookSecret } = platform
  return {
    url,
    baseUrl: url + BASE_PATH,
    credentials: { clientId, clientSecret, webhookSecret },
    client: createClient({ baseUrl: url + BASE_PATH, credentials: { clientId, clientSecret } }),
    clock: {
      now: () => new Date(clock.now()),
      async advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
        const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
        await service.app.runner.advanceTo(clock, clock.now() + ms)
      },
      settle: () => service.app.runner.settle(),
      freeze: () => clock.freeze(),
      unfreeze: () => clock.unfreeze(),
    },
    async close() {
      await service.app.close()
      await opened.store.close()
      await opened.drop()
      service.removeFiles()
    },
  }
}

/** Read once per process. */
let template: Promise<Template> | undefined

async function openCopy() {
  template ??= readTemplate(TEMPLATE)
  const { snapshot, program, platform, secret, masterKey } = await template
  return { store: await openEmbedded({ snapshot, program }), secret, masterKey, seeded: platform, drop: async () => {} }
}

async function openOwn(databaseUrl: string) {
  return { ...(await ownDatabase(databaseUrl)), ...newKeys(), seeded: undefined }
}

type Opened = Awaited<ReturnType<typeof openCopy>>

/** The platform of the template if it matches the options, otherwise a new one. */
async function platformFor({ app }: Service, seeded: Opened['seeded'] | undefined, hasCast: boolean) {
  if (seeded && hasCast) return seeded
  const platform = await seedPlatform(app, 'Your Platform', 'platform.example')
  if (hasCast) await seedCast(app, platform.platformId, platform.umaDomain)
  return platform
}
