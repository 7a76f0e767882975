/** Owns how an import looks on the wire. */
import type { ImportJob } from '../../../../contract/customers/bulk-imports.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Import } from './tables.ts'

export const presentImport = (row: Import): ImportJob => ({
  id: wireId('Job', row.id),
  status: row.status,
  progress: { total: row.total, processed: row.processed, successful: row.successful, failed: row.failed },
  ...(row.errors.length > 0 && { errors: [...row.errors] }),
  ...(row.completedAt !== null && { completedAt: isoTime(row.completedAt) }),
})
