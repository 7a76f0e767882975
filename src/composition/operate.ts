/** Operator session: opens the installation with the service's environment, and closes it after the work. */
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import pino from 'pino'
import { type Clock, movableClock, systemClock } from '../core/clock.ts'
import { Refusal } from '../core/refusal.ts'
import { type AuditActor, appendAudit } from '../infra/audit/audit-chain.ts'
import { chainOutbox } from '../infra/audit/audit-outbox.ts'
import { followTime } from '../infra/db/server-time.ts'
import type { Store } from '../infra/db/store.ts'
import { securityLog } from '../infra/telemetry/security-log.ts'
import { serviceLog } from '../infra/telemetry/service-log.ts'
import type { Operator } from '../operator/operator.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import { type Config, readConfig } from './config.ts'
import { createEngine } from './engine.ts'
import {
  custodyFile,
  embeddedFolder,
  openInstallation,
  readMasterKeys,
  readSecrets,
  secretFile,
} from './installation.ts'
import { openKeys, resealKeys } from './installation-keys.ts'
import { openSealedSecrets } from './sealed-secrets.ts'
import type { SweepOrder, sweep } from './sweeping.ts'

/**
 * Runs `work` on the installation that the environment names. On PostgreSQL the service may run at the same time; the
 * embedded database can be opened by one process only.
 * @param work receives what a command can do beside the commands of the domain
 * @throws Error when there is no installation, when another process has it open, or when the secret is not the
 * installation's; what `work` throws
 */
export async function operate<Result>(
  env: Parameters<typeof readConfig>[0],
  work: (operator: Operator, powers: Powers) => Promise<Result>,
  command?: OperatorCommand,
): Promise<Result> {
  const config = readConfig(await openSealedSecrets(env))
  refuseMissing(config)
  const store = await openInstallation(config)
  const note = (outcome: Outcome, error?: unknown) => command && noteCommand(store, command, outcome, error)
  try {
    const secrets = readSecrets(config)
    // Fails with another secret; tokens hashed with it would be unusable.
    const keys = await openKeys(store, secrets)
    await followTime(store)
    const clock = await openClock(config, store)
    const engine = createEngine({ store, clock })
    const powers: Powers = {
      openCustodian: () => loadCustodian(config),
      dashboardUrl: config.dashboardUrl,
      actor: commandLine(),
      resealKeys: () => resealKeys(store, secrets),
      sweep: async (order) => (await import('./sweeping.ts')).sweep(config, store, order),
    }
    await chainOutbox(store)
    // Recorded before the work, so that nothing is changed without an entry.
    await note('STARTED')
    const result = await work({ store, engine, clock, keys }, powers)
    await engine.drained()
    await chainOutbox(store)
    await note('DONE')
    return result
  } catch (error) {
    await note(error instanceof Refusal ? 'REFUSED' : 'FAILED', error)
    throw error
  } finally {
    await store.close()
  }
}

/** Operations that need providers, which are loaded when they are called. */
export interface Powers {
  /** Opens the custodian of wallet keys. */
  openCustodian(): Promise<Custodian>
  /** Address of the dashboard of production; undefined: it is not served. */
  readonly dashboardUrl: string | undefined
  /** The person who runs the command, for the audit chain. */
  readonly actor: AuditActor
  /** Seals the keys of the installation under its current secret. @returns false: they already were */
  resealKeys(): Promise<boolean>
  /** Signs sweeps of deposit addresses. */
  sweep(order: SweepOrder): ReturnType<typeof sweep>
}

/** Command line of an operator, for the security log. */
export interface OperatorCommand {
  /** `tokens create` */
  readonly name: string
  /** Id of the resource that it concerns. */
  readonly target?: string | undefined
  /** Why, as the operator typed it. */
  readonly reason?: string | undefined
}

type Outcome = Parameters<typeof appendAudit>[1]['outcome']
const LOGGED = { DONE: 'done', REFUSED: 'refused', FAILED: 'failed' } as const

const commandLine = (): AuditActor => ({ kind: 'COMMAND_LINE', name: userInfo().username })

/** Appends to the audit chain, and logs the outcome to standard error: results go to standard output. */
async function noteCommand(
  store: Store,
  { name, target, reason }: OperatorCommand,
  outcome: Outcome,
  error: unknown,
): Promise<void> {
  const refusal = error instanceof Refusal ? error.code : undefined
  if (outcome !== 'STARTED')
    securityLog(serviceLog('info', pino.destination({ dest: 2, sync: true })))('operator.command', {
      outcome: LOGGED[outcome],
      operator: userInfo().username,
      operation: name,
      target,
      refusal,
    })
  await appendAudit(store.query, { actor: commandLine(), action: name, outcome, target, reason, refusal })
}

/** An operator command never creates an installation, as a wrong folder would. @throws Error */
function refuseMissing(config: Config): void {
  if (!config.databaseUrl && !existsSync(embeddedFolder(config)))
    throw new Error(
      `There is no installation in ${config.dataDir}: set CAUSEWAY_DATA_DIR or DATABASE_URL as for the service, or start it once`,
    )
  if (!config.secretKey && !existsSync(secretFile(config)))
    throw new Error(
      `There is no secret in ${config.dataDir}: set CAUSEWAY_SECRET_KEY or CAUSEWAY_DATA_DIR as for the service, or start it once`,
    )
}

/** Custodian with the master keys of the service; none is generated. @throws Error when there is none */
async function loadCustodian(config: Config): Promise<Custodian> {
  if (!config.custodyKey && !existsSync(custodyFile(config)))
    throw new Error(
      `There is no master key in ${config.dataDir}: set CAUSEWAY_CUSTODY_KEY or CAUSEWAY_DATA_DIR as for the service`,
    )
  const { custodianOf } = await import('./providers/wallet-providers.ts')
  return custodianOf(readMasterKeys(config))
}

/** A sandbox has its own clock, whose time its records carry. */
async function openClock({ mode }: Config, store: Store): Promise<Clock> {
  if (mode === 'production') return systemClock()
  const { keptClock } = await import('./providers/sandbox.ts')
  return movableClock(await keptClock(store))
}
