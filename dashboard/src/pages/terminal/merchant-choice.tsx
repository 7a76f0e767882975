/** Choice of the merchant. */
import { initialsOf, MERCHANTS, type Merchant } from './merchants.ts'

interface MerchantChoiceProps {
  readonly chosen: Merchant
  readonly onChoose: (merchant: Merchant) => void
}

export function MerchantChoice({ chosen, onChoose }: MerchantChoiceProps) {
  return (
    <fieldset>
      <legend className="sr-only">Merchant</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {MERCHANTS.map((merchant) => (
          <label
            key={merchant.descriptor}
            className="relative flex gap-3 rounded-xl border border-line p-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="merchant"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={merchant === chosen}
              onChange={() => onChoose(merchant)}
            />
            <span
              aria-hidden="true"
              className={`grid size-10 shrink-0 place-items-center rounded-lg text-sm font-bold ${merchant.hasFixedOutcome ? 'bg-wait-soft text-wait' : 'bg-accent-soft text-accent'}`}
            >
              {initialsOf(merchant)}
            </span>
            <span className="min-w-0">
              <span className="block truncate text-sm font-semibold">{merchant.descriptor}</span>
              <span className="block text-sm text-muted">
                {merchant.category} · {merchant.mcc}
              </span>
              <span className="mt-0.5 block text-sm">{merchant.about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
