/** Amount with tabular figures and its currency. */
import type { CurrencyAmount } from '../../../contract/elements.ts'
import { formatMinor } from '../format/money.ts'

interface MoneyProps {
  readonly of: CurrencyAmount
  /** Sign before the figures, for outgoing and incoming amounts. */
  readonly sign?: '+' | '−'
  readonly className?: string
}

export function Money({ of: { amount, currency }, sign = undefined, className = '' }: MoneyProps) {
  return (
    <span className={`money ${className}`}>
      {sign}
      {formatMinor(amount, currency.decimals)}{' '}
      <span className="text-[0.8em] font-normal text-muted">{currency.code}</span>
    </span>
  )
}
