/** Owns the field that takes a line of text. */
import { type ComponentProps, useId } from 'react'

interface TextFieldProps extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'> {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** What helps to fill it in. */
  readonly hint?: string
  /** The text is one for machines. */
  readonly isCode?: boolean
}

export function TextField({ label, value, onChange, hint, isCode = false, ...rest }: TextFieldProps) {
  const field = useId()
  const note = useId()
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <label htmlFor={field} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={field}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={hint && note}
        autoComplete="off"
        className={`min-w-0 rounded-lg border border-edge bg-surface px-3.5 py-2 placeholder:text-muted ${isCode ? 'font-mono text-sm' : ''}`}
        {...rest}
      />
      {hint && (
        <p id={note} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
