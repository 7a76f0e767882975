/** State of the installation, as the dashboard's system page shows it. */

export interface SystemView {
  /** Of the package: `0.1.0`. */
  readonly version: string
  /** Of the API, in its path. */
  readonly apiVersion: string
  readonly mode: string
  readonly node: string
  readonly startedAt: string
  readonly database: DatabaseView
  /** In the order in which they are claimed. */
  readonly jobs: readonly JobClassView[]
}

export interface DatabaseView {
  readonly kind: 'postgres' | 'embedded'
  /** Of the server: `17.5`. */
  readonly version: string
  readonly migrations: number
  /** The newest one. */
  readonly lastMigration: string
  readonly lastMigrationAt: string
}

/** Jobs of all platforms that share one capacity; numbers of their subjects, such as payments. */
export interface JobClassView {
  readonly name: string
  readonly due: number
  /** Due, and waiting for an endpoint that does not answer. */
  readonly held: number
  /** Jobs in the table that are due or planned. */
  readonly planned: number
  /** Jobs that were given up: an operator resolves them. */
  readonly dead: number
  readonly oldestDueAt?: string | undefined
}
