/** Owns the beginning of an import: the file is kept, looked through, and found sound or unusable. */
import type { ImportError } from '../../../../contract/customers/bulk-imports.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/states/move.ts'
import { type Import, importMachine, imports } from './import.ts'

/** The file waits for its import; once it has ended, nobody needs it. */
export function uploadCustomersCsv(rows: Rows, fileId: string): Import {
  const id = rows.newId()
  enqueue(rows, 'importCustomers', rows.now, id)
  const counts = { total: 0, processed: 0, successful: 0, failed: 0, nextByte: 0, version: 0 }
  const nothing = { columns: [], errors: [], completedAt: null }
  return rows.add(imports, { id, status: 'PENDING', fileId, ...counts, ...nothing, createdAt: rows.now })
}

/** What a look through the file has found. */
export type FileSummary = Pick<Import, 'columns' | 'total' | 'nextByte'>

export function startImport(rows: Rows, importId: string, inspected: FileSummary): void {
  const job = rows.get(imports, importId)
  if (job.status !== 'PENDING') return
  move(rows, importMachine, job, 'begin', inspected)
  enqueue(rows, 'importCustomers', rows.now, importId)
}

/** Ends an import whose file is unusable as a whole. */
export function failImport(rows: Rows, importId: string, error: ImportError): void {
  const job = rows.get(imports, importId)
  if (job.status !== 'PENDING') return
  move(rows, importMachine, job, 'fail', { errors: [error], completedAt: rows.now })
  enqueue(rows, 'dropLooseUploads', rows.now, job.fileId)
}
