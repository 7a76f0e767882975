/** Field for an amount in major units. */
import { type Ref, useId } from 'react'

interface AmountFieldProps {
  readonly label: string
  readonly currency: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Its error. */
  readonly fault?: string | undefined
  /** Help for filling it in. */
  readonly hint?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export function AmountField({ label, currency, value, onChange, fault, hint, ref }: AmountFieldProps) {
  const field = useId()
  const note = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={field} className="font-medium">
        {label}
      </label>
      <div
        className={`flex items-center rounded-lg border bg-surface pr-4 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${fault ? 'border-bad' : 'border-edge'}`}
      >
        <input
          id={field}
          ref={ref}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          aria-invalid={fault !== undefined}
          aria-describedby={note}
          className="money min-w-0 flex-1 bg-transparent px-4 py-2.5 text-right text-xl font-semibold outline-none placeholder:font-normal placeholder:text-muted"
        />
        <span className="text-muted">{currency}</span>
      </div>
      <p
        id={note}
        role={fault ? 'alert' : undefined}
        className={`min-h-6 text-sm ${fault ? 'text-bad' : 'text-muted'}`}
      >
        {fault ?? hint}
      </p>
    </div>
  )
}
