/** System status: program, database and jobs of the installation. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { choice, count, Timestamp } from '../schema.ts'

const DatabaseStatus = Type.Object(
  {
    kind: choice(['postgres', 'embedded']),
    version: Type.String({ description: 'Of the server', examples: ['17.5'] }),
    migrations: count('Migrations that have run'),
    lastMigration: Type.String({ description: 'The newest one' }),
    lastMigrationAt: Timestamp,
  },
  { $id: 'DatabaseStatus' },
)
export type DatabaseStatus = Static<typeof DatabaseStatus>

const JobClassStatus = Type.Object(
  {
    name: Type.String(),
    due: count('Due jobs'),
    held: count('Due, and waiting for an endpoint that does not answer'),
    planned: count('Jobs that are due or planned'),
    dead: count('Jobs that were given up: an operator resolves them'),
    oldestDueAt: Type.Optional(Timestamp),
  },
  {
    $id: 'JobClassStatus',
    description: 'Jobs of all platforms that share one capacity; numbers of their subjects, such as payments',
  },
)
export type JobClassStatus = Static<typeof JobClassStatus>

const SystemStatus = Type.Object(
  {
    version: Type.String({ description: 'Of the program', examples: ['0.1.0'] }),
    apiVersion: Type.String({ description: 'Of the API, in its path' }),
    mode: choice(['sandbox', 'production']),
    node: Type.String({ description: 'Version of Node.js' }),
    startedAt: Timestamp,
    database: DatabaseStatus,
    jobs: Type.Array(JobClassStatus, { description: 'In the order in which they are claimed' }),
  },
  { $id: 'SystemStatus' },
)
export type SystemStatus = Static<typeof SystemStatus>

export const systemOperations = operations({
  getSystemStatus: {
    method: 'GET',
    path: '/system',
    tag: 'Installation',
    summary: 'Get the system status',
    permission: 'VIEW',
    installation: true,
    replies: { 200: SystemStatus },
  },
})
