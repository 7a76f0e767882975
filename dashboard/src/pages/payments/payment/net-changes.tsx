/** Net change of each account: in each currency they sum to zero. */

import type { Currency } from '../../../../../contract/elements.ts'
import type { NamedPosting } from '../../../../../contract/ledger/postings.ts'
import { formatMinor } from '../../../format/money.ts'

interface CurrencyChanges {
  readonly currency: Currency
  /** By name, minor units. */
  readonly changes: ReadonlyMap<string, bigint>
  readonly sum: bigint
}

export function NetChanges({ postings }: { postings: readonly NamedPosting[] }) {
  return (
    <dl className="mt-2 flex flex-col gap-2 rounded-xl bg-sunken px-4 py-3 text-sm">
      {changesOf(postings).map(({ currency, changes, sum }) => (
        <div key={currency.code} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <dt className="font-semibold">{currency.code}</dt>
          <dd className="flex min-w-0 flex-1 flex-wrap gap-x-4 text-muted">
            {[...changes].map(([name, change]) => (
              <span key={name} className="money">
                {name} {change > 0n && '+'}
                {formatMinor(change, currency.decimals)}
              </span>
            ))}
          </dd>
          <dd className="money ml-auto font-semibold" data-testid={`posting-sum-${currency.code}`}>
            <span className="font-normal text-muted">sum</span> {formatMinor(sum, currency.decimals)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function changesOf(postings: readonly NamedPosting[]): CurrencyChanges[] {
  return [...Map.groupBy(postings, ({ currency }) => currency.code).values()].map((held) => {
    const changes = new Map<string, bigint>()
    const change = (name: string, by: bigint) => changes.set(name, (changes.get(name) ?? 0n) + by)
    for (const { from, to, amount } of held) {
      change(from.name, -BigInt(amount))
      change(to.name, BigInt(amount))
    }
    return {
      currency: (held[0] as NamedPosting).currency,
      changes,
      sum: [...changes.values()].reduce((sum, by) => sum + by, 0n),
    }
  })
}
