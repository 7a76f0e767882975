/** Line of the going-live checklist: a requirement, its check, and the remedy. */
import type { Store } from '../../infra/db/store.ts'
import type { Config } from '../config.ts'

export interface Line<Subject> {
  /** For `--accept`. */
  readonly id: string
  /** The requirement, one sentence. */
  readonly must: string
  /** The remedy, one sentence. */
  readonly remedy: string
  /** @returns the fault, one sentence without secrets; undefined: none. @throws Error: it could not be checked */
  readonly fault: (subject: Subject) => string | undefined | Promise<string | undefined>
}

/** The environment, once it is valid. */
export interface Settings {
  readonly config: Config
  /** As given, before secret files were read. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The database, open for reading. */
export interface Opened extends Settings {
  readonly query: Store['query']
  /** Milliseconds by which the clock of the machine is ahead of the database's; negative: behind. */
  readonly aheadMs: number
}

/** The running service. */
export interface Running extends Settings {
  /** Address of a process, not of a proxy. */
  readonly origin: string
  readonly fetch: (url: string) => Promise<Response>
}

/** One sentence if the condition is false. */
export const unless = (isRight: boolean, fault: string): string | undefined => (isRight ? undefined : fault)
