/** Import of a chunk: the customers of some rows of the file, and how far the file has been read. */
import type { ImportError } from '../../../../contract/customers/bulk-imports.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { Refusal } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/state-machines/move.ts'
import type { Identity } from '../../../providers/identity/port.ts'
import { createCustomer } from '../create-customer.ts'
import { findNameRefusal, nameReads } from '../customer-names.ts'
import type { NamedRequest } from './customer-row.ts'
import { type Import, importFaults, importMachine, imports } from './import.ts'

/** The next rows of a file, each as the request for a customer or the reason why it is invalid. */
export interface Chunk {
  /** Number of rows that were processed when the chunk was read; the chunk is applied only if that is unchanged. */
  readonly after: number
  readonly rows: readonly { readonly correlationId: string; readonly request: NamedRequest | Refusal }[]
  readonly nextByte: number
  readonly isLast: boolean
}

interface ChunkImport {
  readonly importId: string
  readonly chunk: Chunk
  readonly identity: Identity
}

/** Creates the customers and records the progress in one batch, so a chunk that is read again changes nothing. */
export const importChunk = command({
  reads: (_seen, { importId, chunk }: ChunkImport) => [
    [imports, importId],
    [importFaults, importId],
    ...chunk.rows.flatMap(({ request }) => (request instanceof Refusal ? [] : nameReads(request))),
  ],
  run(rows, { importId, chunk, identity }): void {
    const job = rows.get(imports, importId)
    if (job.status !== 'PROCESSING' || job.processed !== chunk.after) return
    const errors: ImportError[] = []
    for (const { request, correlationId } of chunk.rows) {
      const refusal = request instanceof Refusal ? request : findNameRefusal(rows, request)
      if (refusal) errors.push(importError(correlationId, refusal))
      else createCustomer(rows, { request: request as NamedRequest, identity })
    }
    const progress = {
      processed: job.processed + chunk.rows.length,
      successful: job.successful + chunk.rows.length - errors.length,
      failed: job.failed + errors.length,
      nextByte: chunk.nextByte,
    }
    if (chunk.isLast) {
      move(rows, importMachine, job, 'complete', {
        ...progress,
        errors: takeFaults(rows, job, errors),
        completedAt: rows.now,
      })
      enqueue(rows, 'dropLooseUploads', rows.now, job.fileId)
    } else {
      rows.change(imports, job, progress)
      appendFaults(rows, job, errors)
      enqueue(rows, 'importCustomers', rows.now, importId)
    }
  },
})

/** Stores further faults, up to the limit. */
function appendFaults(rows: Rows, { id, failed }: Import, errors: readonly ImportError[]): void {
  if (errors.length === 0 || failed >= LIMITS.importErrors) return
  const held = rows.find(importFaults, id)
  if (held) rows.change(importFaults, held, { errors: [...held.errors, ...errors].slice(0, LIMITS.importErrors) })
  else rows.add(importFaults, { id, errors })
}

/**
 * Removes the stored faults and returns them with the last ones, up to the limit: from now on they are part of the
 * import.
 */
function takeFaults(rows: Rows, { id, failed }: Import, errors: readonly ImportError[]): readonly ImportError[] {
  const held = failed > 0 ? rows.find(importFaults, id) : undefined
  if (held) rows.remove(importFaults, held)
  return [...(held?.errors ?? []), ...errors].slice(0, LIMITS.importErrors)
}

const importError = (correlationId: string, { code, message, details }: Refusal): ImportError => ({
  correlationId,
  code,
  message,
  ...(details?.errors && { details: { errors: details.errors.map((error) => ({ ...error })) } }),
})
