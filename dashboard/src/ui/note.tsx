/** Empty states, errors and loading placeholders. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../../client/api-error.ts'

interface EmptyProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** One of several on a page. */
  readonly isCompact?: boolean
}

export function Empty({ title, children, action, isCompact = false }: EmptyProps) {
  return (
    <div className={`flex flex-col items-center gap-2 px-4 text-center ${isCompact ? 'py-3' : 'py-10'}`}>
      <p className="font-medium">{title}</p>
      <div className="max-w-md text-muted">{children}</div>
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

interface ProblemProps {
  readonly error: Error | null
  /** Status and code are shown, too. */
  readonly hasCode?: boolean
}

/** An error; for a refusal of the API also the hint, the code's page, and the refused request. */
export function Problem({ error, hasCode = false }: ProblemProps) {
  if (!error) return null
  return (
    <div role="alert" className="rounded-lg bg-bad-soft px-4 py-2.5 text-bad">
      <p>
        {hasCode && error instanceof ApiError && error.status > 0 && `${error.status} ${error.code}: `}
        {textOf(error)}
      </p>
      {error instanceof ApiError && error.status > 0 && <Help error={error} />}
    </div>
  )
}

function Help({ error: { code, details, requestId, status } }: { error: ApiError }) {
  const { hint } = details
  const isInDocs = details.docs !== undefined
  // A request without a session is recorded for no platform.
  const isRecorded = requestId !== undefined && status !== 401
  if (!hint && !isInDocs && !isRecorded) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink">
      {hint && <span>{hint}</span>}
      {isInDocs && (
        <a href={`/docs/errors#${code.toLowerCase()}`} className="rounded underline">
          About {code}
        </a>
      )}
      {isRecorded && (
        <Link to="/requests" search={{ request: requestId }} className="rounded underline">
          Request {requestId.slice(0, 8)}
        </Link>
      )}
    </p>
  )
}

function textOf(error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  return error.status === 0 ? 'The server is not responding. Is Causeway running?' : error.summary
}

/** Placeholder for content that is loading. */
export function Waiting({ lines }: { lines: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex animate-breathe flex-col gap-3 py-2">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars, all alike
        <div key={line} className="h-6 rounded-md bg-sunken" />
      ))}
    </div>
  )
}
