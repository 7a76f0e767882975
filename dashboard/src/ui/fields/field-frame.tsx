/** Frame of a field: label above, hint or error below. */
import { type ReactNode, useId } from 'react'

export interface FieldFrameProps {
  readonly label: string
  /** Help for filling it in. */
  readonly hint?: string | undefined
  /** Its error. */
  readonly fault?: string | undefined
  /** Code of the refusal that named the field; undefined: the fault was found in the form. */
  readonly faultCode?: string | undefined
}

/** Attributes that associate a control with its frame. */
interface Tied {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

interface FieldNoteProps extends Omit<FieldFrameProps, 'label'> {
  readonly id?: string
}

/** Help or error below a field; with a code, a link to what it means. */
export function FieldNote({ id, hint, fault, faultCode }: FieldNoteProps) {
  if (!fault)
    return (
      <p id={id} className="text-sm text-muted">
        {hint}
      </p>
    )
  return (
    <p id={id} role="alert" className="text-sm text-bad">
      <span>{fault}</span>{' '}
      {faultCode && (
        <a href={`/docs/errors#${faultCode.toLowerCase()}`} className="rounded text-ink underline">
          About {faultCode}
        </a>
      )}
    </p>
  )
}

export function FieldFrame({
  label,
  hint,
  fault,
  faultCode,
  children,
}: FieldFrameProps & { children(tied: Tied): ReactNode }) {
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
      {about && <FieldNote id={note} hint={hint} fault={fault} faultCode={faultCode} />}
    </div>
  )
}
