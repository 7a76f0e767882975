/** Select field. */
import type { ReactNode } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

interface SelectFieldProps extends FieldFrameProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly required?: boolean
  /** Of `option` and `optgroup`. */
  readonly children: ReactNode
}

export function SelectField({ value, onChange, required, children, ...frame }: SelectFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(tied) => (
        <select
          {...tied}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          required={required}
          className={`min-h-10.5 min-w-0 rounded-lg border bg-surface px-3 py-2 ${frame.fault ? 'border-bad' : 'border-edge'}`}
        >
          {children}
        </select>
      )}
    </FieldFrame>
  )
}
