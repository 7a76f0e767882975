/** Owns the import of many customers at once, from a CSV file. */
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
      description: '`platformCustomerId` of the row, or else `row_<n>`: rows count from 1, and `row_0` is the header',
      examples: ['user-4711', 'row_12'],
    }),
    code: Type.Optional(
      Type.String({ description: 'What `POST /customers` would have answered', examples: ['CONFLICT'] }),
    ),
    message: Type.Optional(Type.String({ description: 'For people; its wording may change' })),
    details: Type.Optional(
      Type.Object({
        errors: Type.Optional(Type.Array(FieldError, { description: 'All faults of the row; a field is a column' })),
      }),
    ),
  },
  { $id: 'BulkCustomerImportErrorEntry', description: 'Why a row, or the whole file, became nobody' },
)
export type ImportError = Static<typeof ImportError>

export const ImportJob = Type.Object(
  {
    id: id('Job'),
    status: ImportStatus,
    progress: Type.Object({
      total: count('Rows of the file without the header; 0 until the file has been looked through'),
      processed: count('Rows done'),
      successful: count('Customers created'),
      failed: count('Rows of which none was created'),
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
      'Keeps the file and creates its customers later, a few hundred at a time; BULK_UPLOAD.COMPLETED or .FAILED tells of the end. A row that cannot become a customer is noted, and the others go on.',
      '',
      'Columns of every row: `umaAddress`, `platformCustomerId`, `customerType` (INDIVIDUAL or BUSINESS), `addressLine1`, `city`, `state`, `postalCode`, `country`; if one of them is missing in the header, the import fails. Of persons also `fullName` and `birthDate`, of businesses `businessLegalName`. They may have `addressLine2`, `email`, and businesses `businessRegistrationNumber`, `businessTaxId`. Other columns are ignored.',
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
