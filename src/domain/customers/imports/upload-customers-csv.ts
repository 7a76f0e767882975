/** Bulk import use case: the uploaded file is inspected as a whole, then imported chunk by chunk by a job. */
import type { ImportError } from '../../../../contract/customers/bulk-imports.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { type Import, importMachine, imports } from './import.ts'

/** @param fileId of the stored upload; the file is removed once the import has ended */
export function uploadCustomersCsv(rows: Rows, fileId: string): Import {
  const id = rows.newId()
  enqueue(rows, 'importCustomers', rows.now, id)
  const counts = { total: 0, processed: 0, successful: 0, failed: 0, nextByte: 0, version: 0 }
  const nothing = { columns: [], errors: [], completedAt: null }
  return rows.add(imports, { id, status: 'PENDING', fileId, ...counts, ...nothing, createdAt: rows.now })
}

/** What the inspection of a file found: its columns, its number of rows, and where the first one starts. */
export type FileSummary = Pick<Import, 'columns' | 'total' | 'nextByte'>

/** Starts an import whose file is usable. */
export const startImport = command({
  reads: (_seen, { importId }: { readonly importId: string; readonly summary: FileSummary }) => [[imports, importId]],
  run(rows, { importId, summary }): void {
    const job = rows.get(imports, importId)
    if (job.status !== 'PENDING') return
    move(rows, importMachine, job, 'begin', summary)
    enqueue(rows, 'importCustomers', rows.now, importId)
  },
})

/** Ends an import whose file is unusable as a whole. */
export const failImport = command({
  reads: (_seen, { importId }: { readonly importId: string; readonly error: ImportError }) => [[imports, importId]],
  run(rows, { importId, error }): void {
    const job = rows.get(imports, importId)
    if (job.status !== 'PENDING') return
    move(rows, importMachine, job, 'fail', { errors: [error], completedAt: rows.now })
    enqueue(rows, 'dropLooseUploads', rows.now, job.fileId)
  },
})
