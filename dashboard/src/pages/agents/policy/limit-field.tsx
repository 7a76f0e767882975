/** Field for a limit. */
import { FieldFrame, type FieldFrameProps } from '../../../ui/fields/field-frame.tsx'

interface LimitFieldProps extends FieldFrameProps {
  /** Absent: the limit is a number. */
  readonly currency?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function LimitField({ currency, value, onChange, ...frame }: LimitFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(tied) => (
        <div
          className={`flex min-h-10.5 items-center rounded-lg border bg-surface pr-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent ${frame.fault ? 'border-bad' : 'border-edge'}`}
        >
          <input
            {...tied}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            inputMode="decimal"
            autoComplete="off"
            className="money w-full min-w-0 flex-1 bg-transparent px-3 py-2 text-right outline-none"
          />
          {currency && <span className="text-sm text-muted">{currency}</span>}
        </div>
      )}
    </FieldFrame>
  )
}
