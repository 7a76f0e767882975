/** Ledger entries of an account, with the balance after each. */
import type { LedgerEntry } from '../../../../contract/dashboard.ts'
import { formatMinor } from '../../format/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Status } from '../../ui/status.tsx'
import { CauseLink } from './cause-link.tsx'

export function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <table className="w-full">
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-left text-sm text-muted">
          <th className="py-2 pr-4 font-medium">Reason</th>
          <th className="py-2 pr-4 font-medium max-lg:hidden">Status</th>
          <th className="py-2 pr-4 font-medium max-md:hidden">Counterparty</th>
          <th className="py-2 pl-4 text-right font-medium">Amount</th>
          <th className="py-2 pl-4 text-right font-medium">Balance</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cause has several entries, which nothing else tells apart
          <Entry key={`${entry.cause.id} ${entries.length - place}`} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

function Entry({ entry: { direction, amount, currency, after, cause, other, at } }: { entry: LedgerEntry }) {
  const isIn = direction === 'IN'
  return (
    <tr className="animate-arrive">
      <td className="max-w-0 py-2.5 pr-4 align-top max-sm:w-full sm:w-2/5">
        <CauseLink cause={cause} />
        <Ago moment={at} className="text-sm text-muted" />
      </td>
      <td className="py-2.5 pr-4 align-top max-lg:hidden">{cause.status && <Status of={cause.status} />}</td>
      <td className="py-2.5 pr-4 align-top text-sm max-md:hidden">
        <span title={other.about} className="inline-flex items-center gap-1.5">
          {other.about && <Icon name="house" size="size-3.5" className="text-muted" />}
          {other.name}
        </span>
      </td>
      <td className={`money py-2.5 pl-4 text-right align-top font-semibold ${isIn ? 'text-done' : ''}`}>
        <span className="sr-only">{isIn ? 'in' : 'out'}</span>
        {isIn ? '+' : '−'}
        {formatMinor(amount, currency.decimals)}
      </td>
      <td className="money py-2.5 pl-4 text-right align-top text-muted">{formatMinor(after, currency.decimals)}</td>
    </tr>
  )
}
