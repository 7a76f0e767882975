/** Bulk import operations: what each one does. */
import { bareId, wireId } from '../../../core/ids.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { presentImport } from './import.ts'
import { getBulkCustomerImportJob } from './queries.ts'
import { uploadCustomersCsv } from './upload-customers-csv.ts'

type Ids = 'uploadCustomersCsv' | 'getBulkCustomerImportJob'

export const importApi = ({ store }: { store: Store }): HandlersOf<Ids> => ({
  uploadCustomersCsv: {
    command:
      ({ body }) =>
      (rows) => ({ jobId: wireId('Job', uploadCustomersCsv(rows, body.file.fileId).id), status: 'PENDING' }),
  },
  getBulkCustomerImportJob: {
    read: async ({ platformId, params }) =>
      presentImport(await getBulkCustomerImportJob(store, platformId, bareId(params.jobId))),
  },
})
