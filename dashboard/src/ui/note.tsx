/** Empty states, errors and loading placeholders. */
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

export function Problem({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-4 py-2.5 text-bad">
      {textOf(error)}
    </p>
  )
}

function textOf(error: Error): string {
  if (!(error instanceof ApiError)) return error.message
  return error.status === 0 ? 'The server is not responding. Is Causeway running?' : error.summary
}

/** Holds the place of what is being read. */
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
