/** Owns what each operation of the bulk import does. */
import { bareId, wireId } from '../../../core/ids.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { addImport } from './begin-import.ts'
import { presentImport } from './present.ts'
import { getImportSoFar } from './queries.ts'

type Ids = 'uploadCustomersCsv' | 'getBulkCustomerImportJob'

export const importApi = ({ store }: { store: Store }): HandlersOf<Ids> => ({
  uploadCustomersCsv: {
    command:
      ({ body }) =>
      (rows) => ({ jobId: wireId('Job', addImport(rows, body.file.fileId).id), status: 'PENDING' }),
  },
  getBulkCustomerImportJob: {
    read: async ({ platformId, params }) =>
      presentImport(await getImportSoFar(store, platformId, bareId(params.jobId))),
  },
})
