/** Bar of a purchase or card: amounts on hold, cleared, refunded and owed. */
import type { PurchaseSums } from '../../../../contract/cards/card-history.ts'
import type { Currency } from '../../../../contract/elements.ts'
import { formatMinor } from '../../format/money.ts'

interface Part {
  readonly word: string
  readonly about: string
  readonly amount: number
  readonly look: string
}

/** The first part is the cleared amount less refunds, so that all parts add up to the whole. */
const partsOf = ({ held, cleared, refunded, owed }: PurchaseSums): readonly Part[] => [
  {
    word: 'Cleared',
    about: 'Collected by the merchant',
    amount: cleared - refunded - owed,
    look: 'bg-accent text-accent',
  },
  { word: 'Owed', about: 'Paid to the merchant, not covered by the funding source', amount: owed, look: 'bg-bad' },
  { word: 'Returned', about: 'Returned by the merchant', amount: refunded, look: 'bg-amber' },
  { word: 'On hold', about: 'Reserved for clearing', amount: held, look: 'hatched text-going' },
]

interface SumsBarProps {
  readonly sums: PurchaseSums
  readonly currency: Currency
  /** What the whole bar stands for, in minor units, where that is more than its parts. */
  readonly whole?: number
  readonly size?: 'normal' | 'small'
}

export function SumsBar({ sums, currency, whole = 0, size = 'normal' }: SumsBarProps) {
  const parts = partsOf(sums)
  const scale = Math.max(
    whole,
    parts.reduce((sum, { amount }) => sum + amount, 0),
    1,
  )
  const shown = parts.filter(({ amount, word }) => amount > 0 || (size === 'normal' && word !== 'Owed'))
  return (
    <div className="flex flex-col gap-2">
      <div
        aria-hidden="true"
        className={`flex overflow-hidden rounded-full bg-sunken ${size === 'normal' ? 'h-4' : 'h-2'}`}
      >
        {parts.map(({ word, amount, look }) => (
          <span
            key={word}
            style={{ width: `${(amount / scale) * 100}%` }}
            className={`transition-[width] duration-500 ease-out ${look}`}
          />
        ))}
      </div>
      <dl className={`flex flex-wrap gap-x-5 gap-y-1 ${size === 'normal' ? '' : 'text-sm'}`}>
        {shown.map(({ word, about, amount, look }) => (
          <div key={word} title={about} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-3 rounded-sm ${look}`} />
            <dt className="text-muted">{word}</dt>
            <dd className="money font-medium">{formatMinor(amount, currency.decimals)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
