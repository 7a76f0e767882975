/** Owns imports as things that move. */

import { importLifecycle } from '../../../../contract/customers/bulk-import-lifecycle.ts'
import type { Machine } from '../../../infra/states/move.ts'
import { presentImport } from './present.ts'
import { type Import, imports } from './tables.ts'

export const importMachine: Machine<Import, keyof typeof importLifecycle.moves> = {
  lifecycle: importLifecycle,
  table: imports,
  eventType: (_import, event) => `BULK_UPLOAD.${event}`,
  present: presentImport,
}
