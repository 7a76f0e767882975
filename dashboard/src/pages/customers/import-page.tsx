/** Page that imports customers from a CSV file, with the progress of the import. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { importLifecycle } from '../../../../contract/customers/bulk-import-lifecycle.ts'
import type { ImportJob } from '../../../../contract/customers/bulk-imports.ts'
import { api } from '../../api/client.ts'
import { importQuery } from '../../api/customers.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'

const SAMPLE = `umaAddress,platformCustomerId,customerType,fullName,birthDate,businessLegalName,businessRegistrationNumber,email,addressLine1,city,state,postalCode,country
$carla@acme.example,carla,INDIVIDUAL,Carla Díaz,1991-04-12,,,carla@example.com,1 Market Street,San Francisco,CA,94105,US
$harbor@acme.example,harbor,BUSINESS,,,Harbor Ltd,HB-4711,,2 Quay Road,London,LND,E1 6AN,GB`

export function ImportPage() {
  const { job } = useSearch({ from: '/customers/import' })
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <title>Import customers · Causeway</title>
      <div>
        <p className="text-sm text-muted">
          <Link to="/customers" search={{}} className="rounded hover:text-ink hover:underline">
            Customers
          </Link>
        </p>
        <h1 className="text-2xl font-semibold tracking-tight">Import customers</h1>
        <p className="mt-1 text-muted">
          From a CSV file, in the background. A row with a fault does not stop the others.
        </p>
      </div>
      {job ? <Progress jobId={job} /> : <Upload />}
    </div>
  )
}

function Upload() {
  const navigate = useNavigate({ from: '/customers/import' })
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const upload = useMutation({
    mutationFn: (chosen: File) => api('uploadCustomersCsv', { body: { file: chosen } }),
    onSuccess: ({ jobId }) => navigate({ search: { job: jobId } }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (file) upload.mutate(file)
  }
  return (
    <Card title="File">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
        <FileField
          label="CSV file"
          accept=".csv,text/csv"
          hint="UTF-8, separated by commas, with a header; at most 100 MB."
          fault={isTried && !file ? 'Choose a file.' : undefined}
          onChange={setFile}
        />
        <Problem error={upload.error} />
        <Button type="submit" look="primary" disabled={upload.isPending} className="self-start max-sm:w-full">
          {upload.isPending ? 'Uploading …' : 'Import'}
        </Button>
        <p className="text-sm text-muted">
          Individuals need <code className="font-mono">fullName</code> and <code className="font-mono">birthDate</code>,
          businesses <code className="font-mono">businessLegalName</code>. Other columns are ignored. An example:
        </p>
        <Verbatim label="Example of a file" text={SAMPLE} />
      </form>
    </Card>
  )
}

function Progress({ jobId }: { jobId: string }) {
  const { data: job, error } = useQuery(importQuery(jobId))
  return (
    <Card title="Progress" aside={job && <Status of={job.status} />}>
      <Problem error={error} />
      {!job && !error && <Waiting lines={3} />}
      {job && <Counts job={job} />}
      {job?.errors && job.errors.length > 0 && <Faults errors={job.errors} failed={job.progress.failed} />}
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/customers" search={{}} className={buttonClass({ look: 'primary' })}>
          View customers
        </Link>
        <Link to="/customers/import" search={{}} className={buttonClass()}>
          Import another file
        </Link>
      </div>
    </Card>
  )
}

function Counts({ job: { progress, status } }: { job: ImportJob }) {
  const { total, processed, successful, failed } = progress
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>{importLifecycle.states[status]}</p>
      <progress
        className="w-full"
        value={processed}
        max={Math.max(total, 1)}
        aria-label={`${processed} of ${total} rows processed`}
      />
      <p className="money text-muted">
        {processed.toLocaleString('en')} of {total.toLocaleString('en')} rows processed ·{' '}
        {successful.toLocaleString('en')} imported · {failed.toLocaleString('en')} not imported
      </p>
    </div>
  )
}

function Faults({ errors, failed }: { errors: NonNullable<ImportJob['errors']>; failed: number }) {
  return (
    <section aria-label="Rows not imported" className="mt-4">
      <h3 className="font-medium">Not imported</h3>
      <ul className="mt-1 divide-y divide-line">
        {errors.map(({ correlationId, message, details }) => (
          <li key={correlationId} className="py-1.5 text-sm">
            <span className="font-mono">{correlationId}</span>{' '}
            <span className="text-bad">
              {details?.errors?.map((fault) => `${fault.field} ${fault.message}`).join('; ') ?? message}
            </span>
          </li>
        ))}
      </ul>
      {failed > errors.length && (
        <p className="pt-2 text-sm text-muted">The first {errors.length.toLocaleString('en')} are listed.</p>
      )}
    </section>
  )
}
