/** Service process: from the environment to a listening server, and a graceful shutdown. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { type App, createApp } from './composition/app.ts'
import { type Config, readConfig } from './composition/config.ts'
import { openInstallation, readMasterKeys, readSecrets } from './composition/installation.ts'
import { companyAt } from './composition/providers/company-provider.ts'
import type { Providers } from './composition/providers/providers.ts'
import { connectedRails } from './composition/providers/rails.ts'
import { openSealedSecrets } from './composition/sealed-secrets.ts'
import type { Credentials } from './composition/seed/seed.ts'
import { announce } from './composition/start/announce.ts'
import { openBrowser, openerIn } from './composition/start/open-browser.ts'
import { type Clock, movableClock, systemClock } from './core/clock.ts'
import { type PasskeySignIn, passkeySignIn } from './dashboard/desk/passkey-sign-in.ts'
import { type LinkSignIn, signInWith } from './dashboard/sign-in.ts'
import { followTime } from './infra/db/server-time.ts'
import type { Store } from './infra/db/store.ts'
import { fileStore } from './infra/files/file-store.ts'
import { BASE_PATH } from './infra/http/server.ts'
import { keepHouse } from './infra/jobs/housekeeping.ts'
import { serviceLog } from './infra/telemetry/service-log.ts'
import type { TracingSettings } from './infra/telemetry/tracing/settings.ts'
import type { Tracing } from './infra/telemetry/tracing/tracing.ts'
import type { MadePlatform } from './operator/make-platform.ts'

/** Errors that rule out a graceful shutdown; caught, they would recur indefinitely. */
const CRASHES: ('SIGILL' | 'SIGTRAP' | 'SIGABRT' | 'SIGBUS' | 'SIGFPE' | 'SIGSEGV')[] = [
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
]

/**
 * V8 allocates objects directly in the old generation at sites whose objects often survived, which are those of a
 * batch's rows. Dead there, each row keeps its whole request alive until the next full collection: that took a quarter
 * of the service's time.
 */
setFlagsFromString('--no-allocation-site-pretenuring')
/** A request passes through many short functions; V8's default inlining budget is too small for it. */
setFlagsFromString('--max-inlined-bytecode-size-cumulative=4000')
/**
 * Starts a full collection when the old generation has grown by 30 %; V8's default lets it grow up to fourfold. Most of
 * the collection runs concurrently with requests, and costs them little.
 */
setFlagsFromString('--heap-growing-percent=30')

async function start(config: Config): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true })
  const log = serviceLog(config.logLevel)
  const store = await openInstallation(config)
  const clockFault = await followTime(store)
  const { clock, providers, umaDomain } = await openProviders(config, store, log)
  const tracing = config.tracing && (await openTracing(config.tracing, log))
  const app = await createApp({
    store,
    clock,
    clockFault,
    log,
    secrets: readSecrets(config),
    providers,
    feeRate: config.feeRate,
    travelRule: config.travelRule,
    limits: config.limits,
    trustedProxies: config.trustedProxies,
    auditExport: config.auditExport,
    umaRateLimit: { quota: config.umaRateLimit, seconds: 1 },
    requestLog: config.requestLog,
    files: fileStore(join(config.dataDir, 'documents')),
    publicUrl: config.publicUrl,
    compatibility: config.compatibility,
    tracing,
  })
  const credentials = config.mode === 'sandbox' ? await seed(app, config) : undefined
  const signIn = credentials ? linkSignIn(app, config, credentials) : deskSignIn(app, config, providers)
  if (signIn) await app.addDashboard(signIn)
  await app.start()
  const stopHousekeeping = keepHouse(store, log, config.retention)
  closeWithGrace({ delay: 10_000, logger: false, skip: CRASHES }, async ({ err }) => {
    if (err) log.error({ err }, 'ending because of an error')
    await stopHousekeeping()
    await app.close()
    await store.close()
    await tracing?.close()
  })
  await app.server.listen({ port: config.port, host: config.host })
  const { port } = app.server.server.address() as { port: number }
  const origin = `http://localhost:${port}`
  // For the command line. Others may read it: it is printed, too.
  if (config.mode === 'sandbox') writeFileSync(join(config.dataDir, 'address'), `${origin}\n`)
  announce({
    origin,
    apiBase: origin + BASE_PATH,
    config,
    credentials,
    umaDomain,
    signInLink: signIn?.kind === 'LINK' ? linkAt(origin, signIn) : config.dashboardUrl,
  })
  const opener = openerIn({ ...process, isTerminal: process.stdout.isTTY === true })
  if (process.argv.includes('--open') && opener && signIn?.kind === 'LINK') openBrowser(linkAt(origin, signIn), opener)
}

/** Its packages are loaded only where they are used. */
const openTracing = async (settings: TracingSettings, log: Logger): Promise<Tracing> =>
  (await import('./infra/telemetry/tracing/otlp.ts')).openTracing(settings, log)

/** Works once, so the printed link and the one that the browser opens differ. */
const linkAt = (origin: string, signIn: LinkSignIn): string => `${origin}/sign-in?code=${signIn.newCode()}`

/** Contents of `credentials.json`. */
interface Seeded extends Credentials {
  readonly platformId: string
  /** Absent: the sandbox has one platform. */
  readonly secondBank?: MadePlatform
}

const linkSignIn = (app: App, config: Config, { platformId, secondBank }: Seeded): LinkSignIn =>
  signInWith({
    store: app.store,
    key: app.keys.signIn,
    platformIds: [platformId, ...(secondBank ? [secondBank.platformId] : [])],
    authenticate: app.authenticate,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
  })

/** Undefined: the dashboard is not served, because its address is not configured. */
function deskSignIn(
  app: App,
  { mode, dashboardUrl, company }: Config,
  { passkeys }: Providers,
): PasskeySignIn | undefined {
  if (mode === 'sandbox' || dashboardUrl === undefined) return undefined
  const { origin, hostname } = new URL(dashboardUrl)
  return passkeySignIn(
    { store: app.store, key: app.keys.signIn, passkeys, place: { rpId: hostname, origins: [origin] } },
    company && companyAt(origin, company),
  )
}

/** Only the mode that runs is loaded: a production process never has the sandbox in memory. */
async function openProviders(
  config: Config,
  store: Store,
  log: Logger,
): Promise<{ clock: Clock; providers: Providers; umaDomain?: string }> {
  const wallets = { ...config, masterKeys: readMasterKeys(config) }
  const rails = await connectedRails(config, log)
  if (config.mode === 'sandbox') {
    const { keptClock, SANDBOX_UMA_DOMAIN, sandboxProviders } = await import('./composition/providers/sandbox.ts')
    const clock = movableClock(await keptClock(store))
    const umaDomain = config.sandboxUmaDomain ?? SANDBOX_UMA_DOMAIN
    return {
      clock,
      providers: sandboxProviders(clock, {
        wallets,
        umaDomain,
        spreads: config.rates.spreads,
        screeningFile: config.screeningFile,
        payoutLimits: config.payoutLimits,
        rails,
      }),
      umaDomain,
    }
  }
  const clock = systemClock()
  return {
    clock,
    providers: (await import('./composition/providers/production.ts')).productionProviders(clock, log, {
      ...config,
      wallets,
      rails,
    }),
  }
}

/** Fills a fresh sandbox; later starts find the credentials where the first one wrote them. */
async function seed(app: App, config: Config): Promise<Seeded | undefined> {
  const file = join(config.dataDir, 'credentials.json')
  const [platform] = await app.store.query('select id from platforms limit 1')
  if (platform) return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const [{ seedCast, seedPlatform }, { SECOND_BANK, seedSecondBank }] = await Promise.all([
    import('./composition/seed/seed.ts'),
    import('./composition/seed/seed-second-bank.ts'),
  ])
  const acme = await seedPlatform(app, 'Acme Pay', config.umaDomain)
  if (config.seed) await seedCast(app, acme.platformId, config.umaDomain)
  const hasSecondBank = config.seed && config.umaDomain !== SECOND_BANK.umaDomain
  const credentials = { ...acme, ...(hasSecondBank && { secondBank: await seedSecondBank(app) }) }
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  return credentials
}

try {
  await start(readConfig(await openSealedSecrets(process.env)))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
