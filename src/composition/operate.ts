/** Operator session: opens the installation with the service's environment, and closes it after the work. */
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import pino from 'pino'
import { type Clock, movableClock, systemClock } from '../core/clock.ts'
import { Refusal } from '../core/refusal.ts'
import { loadSigningKeys } from '../domain/events/signing-keys.ts'
import { platforms } from '../domain/platform/platform.ts'
import { Engine } from '../engine/engine.ts'
import { secretKeys } from '../infra/crypto/secrets.ts'
import { followTime } from '../infra/db/server-time.ts'
import type { Store } from '../infra/db/store.ts'
import { listeners } from '../infra/states/tables.ts'
import { type SecurityEvent, securityLog } from '../infra/telemetry/security-log.ts'
import type { Operator } from '../operator/operator.ts'
import type { Custodian } from '../providers/custodian/port.ts'
import { type Config, readConfig } from './config.ts'
import {
  custodyFile,
  embeddedFolder,
  openInstallation,
  readMasterKeys,
  readSecret,
  secretFile,
} from './installation.ts'
import { schema } from './schema.ts'

/**
 * Does work on the installation that the environment names. On PostgreSQL a service may run meanwhile; the embedded
 * database is one process's.
 * @param work is given the keeper of wallet keys where it asks for it
 * @throws Error when there is no installation, when a service holds it, or when the secret is not its own; what the work throws
 */
export async function operate<Result>(
  env: Parameters<typeof readConfig>[0],
  work: (operator: Operator, keeper: () => Promise<Custodian>) => Promise<Result>,
  command?: OperatorCommand,
): Promise<Result> {
  const config = readConfig(env)
  refuseUnlessThere(config)
  const store = await openInstallation(config)
  const note = (outcome: SecurityEvent['outcome'], error?: unknown) => command && noteCommand(command, outcome, error)
  try {
    const keys = secretKeys(readSecret(config))
    // With another secret, new tokens would be unusable.
    await loadSigningKeys(store, keys)
    await followTime(store)
    const clock = await clockOf(config, store)
    const engine = new Engine({ schema, lanes: store.lanes, clock, foreseen: [platforms, listeners] })
    const result = await work({ store, engine, clock, keys }, () => keeperOf(config))
    await engine.drained()
    note('done')
    return result
  } catch (error) {
    note(error instanceof Refusal ? 'refused' : 'failed', error)
    throw error
  } finally {
    await store.close()
  }
}

/** What an operator typed, for the security log. */
export interface OperatorCommand {
  /** `tokens create` */
  readonly name: string
  /** Id that it names. */
  readonly target?: string | undefined
}

/** On standard error, because answers go to standard output. */
function noteCommand({ name, target }: OperatorCommand, outcome: SecurityEvent['outcome'], error: unknown): void {
  securityLog(pino({ level: 'info' }, pino.destination({ dest: 2, sync: true })))('operator.command', {
    outcome,
    operator: userInfo().username,
    operation: name,
    target,
    refusal: error instanceof Refusal ? error.code : undefined,
  })
}

/** Nothing is begun by mistake, as by a wrong folder. */
function refuseUnlessThere(config: Config): void {
  if (!config.databaseUrl && !existsSync(embeddedFolder(config)))
    throw new Error(
      `There is no installation in ${config.dataDir}: set CAUSEWAY_DATA_DIR or DATABASE_URL as for the service, or start it once`,
    )
  if (!config.secretKey && !existsSync(secretFile(config)))
    throw new Error(
      `There is no secret in ${config.dataDir}: set CAUSEWAY_SECRET_KEY or CAUSEWAY_DATA_DIR as for the service, or start it once`,
    )
}

/** Who keeps the wallets' keys: with the master keys of the service, never with one that is made for it. */
async function keeperOf(config: Config): Promise<Custodian> {
  if (!config.custodyKey && !existsSync(custodyFile(config)))
    throw new Error(
      `There is no master key in ${config.dataDir}: set CAUSEWAY_CUSTODY_KEY or CAUSEWAY_DATA_DIR as for the service`,
    )
  const { custodianOf } = await import('./wallet-outside.ts')
  return custodianOf(readMasterKeys(config))
}

/** What a sandbox writes down has the time of its own clock. */
async function clockOf({ mode }: Config, store: Store): Promise<Clock> {
  if (mode === 'production') return systemClock()
  const { keptClock } = await import('./sandbox.ts')
  return movableClock(await keptClock(store))
}
