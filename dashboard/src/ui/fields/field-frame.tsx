/** Frame of a field: label above, hint or error below. */
import { type ReactNode, useId } from 'react'

export interface FieldFrameProps {
  readonly label: string
  /** Help for filling it in. */
  readonly hint?: string | undefined
  /** Its error. */
  readonly fault?: string | undefined
}

/** Attributes that associate a control with its frame. */
interface Tied {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

export function FieldFrame({ label, hint, fault, children }: FieldFrameProps & { children(tied: Tied): ReactNode }) {
  const field = useId()
  const note = useId()
  const about = fault ?? hint
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <label htmlFor={field} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id: field,
        'aria-invalid': fault !== undefined,
        'aria-describedby': about ? note : undefined,
      })}
      {about && (
        <p id={note} role={fault ? 'alert' : undefined} className={`text-sm ${fault ? 'text-bad' : 'text-muted'}`}>
          {about}
        </p>
      )}
    </div>
  )
}
