/** Bulk import operations and schemas: customers from a CSV file. */
import Type, { type Static } from 'typebox'
import { FieldError } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations, type StoredFile } from '../operation.ts'
import { choice, id, statusSchema, Timestamp } from '../schema.ts'
import { importLifecycle } from './bulk-import-lifecycle.ts'

const ImportStatus = statusSchema(importLifecycle, { $id: 'BulkCustomerImportStatus' })

const JobAccepted = Type.Object(
  { jobId: id('Job'), status: choice(['PENDING', 'PROCESSING']) },
  { $id: 'BulkCustomerImportJobAccepted' },
)

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ImportError = Type.Object(
  {
    correlationId: Type.String({
      description:
        'The `platformCustomerId` of the row, otherwise `row_<n>`: rows are numbered from 1, `row_0` is the header',
      examples: ['user-4711', 'row_12'],
    }),
    code: Type.Optional(
      Type.String({ description: 'The code that `POST /customers` would have returned', examples: ['CONFLICT'] }),
    ),
    message: Type.Optional(Type.String({ description: 'Human-readable; the wording may change' })),
    details: Type.Optional(
      Type.Object({
        errors: Type.Optional(Type.Array(FieldError, { description: 'All faults of the row; fields are columns' })),
      }),
    ),
  },
  { $id: 'BulkCustomerImportErrorEntry', description: 'Why a row, or the whole file, was not imported' },
)
export type ImportError = Static<typeof ImportError>

export const ImportJob = Type.Object(
  {
    id: id('Job'),
    status: ImportStatus,
    progress: Type.Object({
      total: count('Rows of the file without the header; 0 until the file has been inspected'),
      processed: count('Rows processed'),
      successful: count('Customers created'),
      failed: count('Rows that were not imported'),
    }),
    errors: Type.Optional(
      Type.Array(ImportError, {
        description: `The first ${LIMITS.importErrors}; \`progress.failed\` counts all of them`,
      }),
    ),
    completedAt: Type.Optional(Timestamp),
  },
  { $id: 'BulkCustomerImportJob' },
)
export type ImportJob = Static<typeof ImportJob>

const CsvForm = Type.Object(
  {
    file: Type.Unsafe<StoredFile>({
      type: 'string',
      format: 'binary',
      maxLength: LIMITS.csvBytes,
      description: 'CSV in UTF-8, separated by commas, with a header; at most 100 MB',
    }),
  },
  { $id: 'BulkCustomerImportRequest' },
)

const tag = 'Bulk import'

export const bulkImportOperations = operations({
  uploadCustomersCsv: {
    method: 'POST',
    path: '/customers/bulk/csv',
    tag,
    summary: 'Import customers from a CSV file',
    description: [
      'Stores the file and creates the customers in the background; BULK_UPLOAD.COMPLETED or BULK_UPLOAD.FAILED reports the end. A row that cannot be imported is listed in `errors`, and the others are imported.',
      '',
      'Required columns: `umaAddress`, `platformCustomerId`, `customerType` (INDIVIDUAL or BUSINESS), `addressLine1`, `city`, `state`, `postalCode`, `country`; if one of them is missing in the header, the import fails. Individuals also need `fullName` and `birthDate`, businesses `businessLegalName`. Optional: `addressLine2`, `email`, and for businesses `businessRegistrationNumber`, `businessTaxId`. Other columns are ignored.',
    ].join('\n'),
    permission: 'MANAGE',
    multipart: 'STORED',
    body: CsvForm,
    replies: { 202: JobAccepted },
  },
  getBulkCustomerImportJob: {
    method: 'GET',
    path: '/customers/bulk/jobs/{jobId}',
    tag,
    summary: 'Get an import',
    permission: 'VIEW',
    params: Type.Object({ jobId: id('Job') }),
    replies: { 200: ImportJob },
  },
})
