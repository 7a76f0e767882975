/** Import resource, a file of customers that a job reads: tables, presenter, state machine. */
import { importLifecycle } from '../../../../contract/customers/bulk-import-lifecycle.ts'
import type { ImportError, ImportJob } from '../../../../contract/customers/bulk-imports.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'

export const imports = table(
  'customer_imports',
  {
    id: uuid,
    status: text<StateOf<typeof importLifecycle>>(),
    /** The uploaded file; kept until the import has ended. */
    fileId: uuid,
    /** Columns in their order; empty until the file has been inspected. */
    columns: json<readonly string[]>(),
    total: int,
    processed: int,
    successful: int,
    failed: int,
    /** Offset of the next row in the file; all rows before it are processed. */
    nextByte: int,
    /** Set when the import ends; until then they are in `importFaults`. */
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

/** Errors of an import in progress. A table of its own, so that the row that is rewritten after every chunk stays small. */
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
