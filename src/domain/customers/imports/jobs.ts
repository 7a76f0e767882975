/** Import jobs: reading files chunk by chunk, and removing them. */
import type { Command } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import { each, type JobHandlers } from '../../../infra/jobs/handlers.ts'
import type { Identity } from '../../../providers/identity/port.ts'
import { CsvFault } from './csv.ts'
import { importChunk } from './import-chunk.ts'
import { findFilesToRead, getImportRow } from './queries.ts'
import { inspectFile, readChunk } from './read-file.ts'
import { failImport, startImport } from './upload-customers-csv.ts'

interface Needs {
  readonly store: Store
  readonly files: FileStore
  readonly identity: Identity
}

export function importJobs({ store, files, identity }: Needs): JobHandlers {
  const inspect = async (platformId: string, importId: string, fileId: string): Promise<Command<void>> => {
    try {
      const summary = await inspectFile(files.read(platformId, fileId, 0))
      return (rows) => startImport(rows, { importId, summary })
    } catch (error) {
      if (!(error instanceof CsvFault)) throw error
      const { row, message } = error
      const fault = { correlationId: `row_${row}`, code: 'INVALID_INPUT', message: `The file ${message}` }
      return (rows) => failImport(rows, { importId, error: fault })
    }
  }
  return {
    /** One run imports one chunk and enqueues the next, so that it ends long before its lease. */
    importCustomers: each(async (importId, platformId) => {
      const job = await getImportRow(store, platformId, importId)
      if (job.status === 'PENDING') return inspect(platformId, importId, job.fileId)
      if (job.status !== 'PROCESSING') return undefined
      const chunk = await readChunk(files.read(platformId, job.fileId, job.nextByte), job)
      return (rows) => importChunk(rows, { importId, chunk, identity })
    }),
    /** Removes uploads that no import needs. Subjects are file ids. */
    async dropLooseUploads({ subjects }, platformId) {
      const wanted = await findFilesToRead(store, platformId, subjects)
      for (const fileId of subjects) if (!wanted.has(fileId)) await files.remove(platformId, fileId)
      return new Map()
    },
  }
}
