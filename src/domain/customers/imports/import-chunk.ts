/** Owns the making of customers from some rows of a file at a time. */
import type { ImportError } from '../../../../contract/customers/bulk-imports.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/states/move.ts'
import type { Identity } from '../../../providers/identity/port.ts'
import { claims } from '../../platform/claim.ts'
import { createCustomer, customerClaims, findNameRefusal } from '../create-customer.ts'
import type { NamedRequest } from './customer-row.ts'
import { type Import, importFaults, importMachine, imports } from './import.ts'

/** The next rows of a file, each with the customer that it asks for or what is wrong with it. */
export interface Chunk {
  /** How many rows were processed when it was read: by that it is known whether it still is the next one. */
  readonly after: number
  readonly rows: readonly { readonly correlationId: string; readonly request: NamedRequest | Refusal }[]
  readonly nextByte: number
  readonly isLast: boolean
}

/** Makes the customers and says how far the file is read, both or neither: whoever does it again does nothing. */
export function importChunk(rows: Rows, identity: Identity, importId: string, chunk: Chunk): void {
  const requests = chunk.rows.flatMap(({ request }) => (request instanceof Refusal ? [] : [request]))
  const names = requests.flatMap(customerClaims)
  rows.together(...names.map((name) => [claims, name] as const), [imports, importId])
  const job = rows.get(imports, importId)
  if (job.status !== 'PROCESSING' || job.processed !== chunk.after) return
  const errors: ImportError[] = []
  for (const { request, correlationId } of chunk.rows) {
    const refusal = request instanceof Refusal ? request : findNameRefusal(rows, request)
    if (refusal) errors.push(importError(correlationId, refusal))
    else createCustomer(rows, identity, request as NamedRequest)
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
}

/** Adds to what is kept of the faults, as long as there is room. */
function appendFaults(rows: Rows, { id, failed }: Import, errors: readonly ImportError[]): void {
  if (errors.length === 0 || failed >= LIMITS.importErrors) return
  const held = rows.find(importFaults, id)
  if (held) rows.change(importFaults, held, { errors: [...held.errors, ...errors].slice(0, LIMITS.importErrors) })
  else rows.add(importFaults, { id, errors })
}

/** All that is kept of them, for good: they are not kept apart any longer. */
function takeFaults(rows: Rows, { id, failed }: Import, errors: readonly ImportError[]): readonly ImportError[] {
  const held = failed > 0 ? rows.find(importFaults, id) : undefined
  if (held) rows.remove(importFaults, held)
  return [...(held?.errors ?? []), ...errors].slice(0, LIMITS.importErrors)
}

export const importError = (correlationId: string, { code, message, details }: Refusal): ImportError => ({
  correlationId,
  code,
  message,
  ...(details?.errors && { details: { errors: details.errors.map((error) => ({ ...error })) } }),
})
