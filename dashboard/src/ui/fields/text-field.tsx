/** Text field. */
import type { ComponentProps } from 'react'
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

interface TextFieldProps
  extends FieldFrameProps,
    Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder' | 'onBlur' | 'required'> {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Whether the text is machine-readable. */
  readonly isCode?: boolean
}

export function TextField({ label, hint, fault, faultCode, value, onChange, isCode = false, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} fault={fault} faultCode={faultCode}>
      {(tied) => (
        <input
          {...tied}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          className={`min-w-0 rounded-lg border ${fault ? 'border-bad' : 'border-edge'} bg-surface px-3.5 py-2 placeholder:text-muted ${isCode ? 'font-mono text-sm' : ''}`}
          {...rest}
        />
      )}
    </FieldFrame>
  )
}
