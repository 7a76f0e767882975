/** Going-live examination: every line of the checklist, for `causeway doctor --production` and docs/going-live.md. */
import { wallClock } from '../../core/clock.ts'
import { openPostgres } from '../../infra/db/postgres.ts'
import type { Store } from '../../infra/db/store.ts'
import { type Config, readConfig } from '../config.ts'
import { openSealedSecrets } from '../sealed-secrets.ts'
import { databaseLines } from './database-lines.ts'
import type { Line, Settings } from './line.ts'
import { operationLines, serviceLines } from './operation-lines.ts'
import { settingsLines } from './settings-lines.ts'

type Described = Pick<Line<never>, 'id' | 'must' | 'remedy'>

const environment: Described = {
  id: 'environment',
  must: 'Every variable of the environment is valid.',
  remedy: 'Correct each variable named; see [configuration](configuration.md).',
}
const database: Described = {
  id: 'database',
  must: 'The database answers.',
  remedy: 'Correct `DATABASE_URL`; see [configuration](configuration.md#postgresql).',
}

/** In the order of the page and the report. */
export const CHECKLIST: readonly { readonly title: string; readonly lines: readonly Described[] }[] = [
  { title: 'Environment', lines: [environment, ...settingsLines] },
  { title: 'Database', lines: [database, ...databaseLines] },
  { title: 'People and books', lines: operationLines },
  { title: 'Running service', lines: serviceLines },
]

export interface Finding {
  readonly line: string
  readonly result: 'ok' | 'wrong' | 'accepted'
  /** The requirement, or the fault and its remedy. */
  readonly detail: string
}

export interface Examination {
  readonly env: Settings['env']
  /** Address of a process, not of a proxy. */
  readonly origin: string
  /** Ids of lines whose faults the operator accepts. */
  readonly accepted: readonly string[]
  readonly fetch: (url: string) => Promise<Response>
}

/** Read-only. @throws Error for an accepted line that does not exist */
export async function examineProduction({ env, origin, accepted, fetch }: Examination): Promise<Finding[]> {
  const known = CHECKLIST.flatMap(({ lines }) => lines.map(({ id }) => id))
  const unknown = accepted.filter((id) => !known.includes(id))
  if (unknown.length > 0) throw new Error(`There is no line ${unknown.join(', ')}; there are ${known.join(', ')}`)
  const report = (line: Described, fault: string | undefined): Finding => ({
    line: line.id,
    result: fault === undefined ? 'ok' : accepted.includes(line.id) ? 'accepted' : 'wrong',
    detail: fault === undefined ? line.must : `${fault}. ${plain(line.remedy)}`,
  })
  const all = async <Subject>(lines: readonly Line<Subject>[], subject: Subject): Promise<Finding[]> => {
    const found: Finding[] = []
    for (const line of lines) found.push(report(line, await faultIn(line, subject)))
    return found
  }
  const unchecked = (lines: readonly Described[]) => lines.map((line) => report(line, 'It could not be checked'))

  let config: Config
  try {
    config = readConfig(await openSealedSecrets(env))
  } catch (error) {
    const rest = [...settingsLines, database, ...databaseLines, ...operationLines, ...serviceLines]
    return [report(environment, (error as Error).message.replaceAll('\n', ' ')), ...unchecked(rest)]
  }
  const settings = { config, env }
  const ofService = { ...settings, origin, fetch }
  const findings = [report(environment, undefined), ...(await all(settingsLines, settings))]
  const opened = await open(config)
  if ('fault' in opened)
    findings.push(report(database, opened.fault), ...unchecked([...databaseLines, ...operationLines]))
  else
    try {
      const subject = { ...settings, ...opened }
      findings.push(report(database, undefined), ...(await all([...databaseLines, ...operationLines], subject)))
    } finally {
      await opened.close()
    }
  return [...findings, ...(await all(serviceLines, ofService))]
}

/** A line that cannot be checked fails. */
async function faultIn<Subject>({ fault }: Line<Subject>, subject: Subject): Promise<string | undefined> {
  try {
    return await fault(subject)
  } catch (error) {
    return `It could not be checked: ${(error as Error).message}`
  }
}

/** Does not migrate the tables, unlike a start. */
async function open({
  databaseUrl,
}: Config): Promise<{ readonly fault: string } | (Pick<Store, 'query' | 'close'> & { readonly aheadMs: number })> {
  if (!databaseUrl) return { fault: 'DATABASE_URL is not set' }
  const store = await openPostgres(databaseUrl, { lanes: 1, readers: 4 })
  try {
    await store.time?.ask()
    return { query: store.query, close: store.close, aheadMs: wallClock() - (store.time?.now() ?? 0) }
  } catch (error) {
    await store.close()
    return { fault: `It does not answer: ${(error as Error).message}` }
  }
}

/** Replaces links by their text. */
const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
