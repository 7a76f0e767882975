/** Error of a rejected account that belongs to no field; for a duplicate, with a link to the existing account. */
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import { Problem } from '../../ui/note.tsx'

interface RefusalNoteProps {
  readonly error: Error | null
  /** Owner of the rejected account: a customer's id, or `platform`. */
  readonly owner: string
  /** Whether faults are shown beside the fields. */
  readonly isBeside: boolean
}

export function RefusalNote({ error, owner, isBeside }: RefusalNoteProps) {
  if (!error) return null
  const existing = error instanceof ApiError && error.code === 'CONFLICT' ? error.details.externalAccountId : undefined
  if (typeof existing === 'string')
    return (
      <p role="alert" className="rounded-lg bg-bad-soft px-4 py-2.5 text-bad">
        This owner already has this account. Nothing was added.{' '}
        <Link
          to="/accounts/$id"
          params={{ id: existing }}
          search={{ of: owner.startsWith('Customer:') ? 'customers' : 'platform' }}
          className="rounded font-medium underline"
        >
          View account
        </Link>
      </p>
    )
  if (isBeside)
    return (
      <p role="alert" className="rounded-lg bg-bad-soft px-4 py-2.5 text-bad">
        The account was not added. Correct the fields marked above.
      </p>
    )
  return <Problem error={error} />
}
