/** Import resource: a file of customers that is read in the background; tables, state machine, presenter. */
import { importLifecycle } from '../../../../contract/customers/bulk-import-lifecycle.ts'
import type { ImportError, ImportJob } from '../../../../contract/customers/bulk-imports.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/states/move.ts'

export const imports = table(
  'customer_imports',
  {
    id: uuid,
    status: text<StateOf<typeof importLifecycle>>(),
    /** In the file store, until the import has ended. */
    fileId: uuid,
    /** Columns in their order, once the file was looked through. */
    columns: json<readonly string[]>(),
    total: int,
    processed: int,
    successful: int,
    failed: int,
    /** Where in the file the next row begins: all before it are processed. */
    nextByte: int,
    /** Once the import has ended; until then they are kept apart. */
    errors: json<readonly ImportError[]>(),
    version: int,
    createdAt: time,
    completedAt: orNull(time),
  },
  {
    resource: 'Job',
    changing: [
      'status',
      'columns',
      'total',
      'processed',
      'successful',
      'failed',
      'nextByte',
      'errors',
      'version',
      'completedAt',
    ],
  },
)
export type Import = Row<typeof imports>

/** What is wrong with the rows of a file that is being read. Progress is written after every part, and must stay small. */
export const importFaults = table(
  'customer_import_faults',
  { id: uuid, errors: json<readonly ImportError[]>() },
  { changing: ['errors'] },
)

export const presentImport = (row: Import): ImportJob => ({
  id: wireId('Job', row.id),
  status: row.status,
  progress: { total: row.total, processed: row.processed, successful: row.successful, failed: row.failed },
  ...(row.errors.length > 0 && { errors: [...row.errors] }),
  ...(row.completedAt !== null && { completedAt: isoTime(row.completedAt) }),
})

export const importMachine: Machine<Import, keyof typeof importLifecycle.moves> = {
  lifecycle: importLifecycle,
  table: imports,
  eventType: (_import, event) => `BULK_UPLOAD.${event}`,
  present: presentImport,
}
