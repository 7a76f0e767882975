/** Ledger entries of an account, with the balance after each. */
import type { StatementEntry } from '../../../../contract/ledger/account-statements.ts'
import { formatMinor } from '../../format/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Status } from '../../ui/status.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { CauseLink } from './cause-link.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Reason' },
  { title: 'Status', from: 'lg' },
  { title: 'Counterparty', from: 'md' },
  { title: 'Amount', isRight: true },
  { title: 'Balance', isRight: true },
]

export function Entries({ entries }: { entries: readonly StatementEntry[] }) {
  return (
    <Table columns={COLUMNS}>
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several entries have the same cause, and nothing else distinguishes them
        <Entry key={`${entry.cause.id} ${entries.length - place}`} entry={entry} />
      ))}
    </Table>
  )
}

/** Which part of a payment the entry is. Undefined: all of it. */
function partOf({ direction, cause: { status }, other }: StatementEntry): string | undefined {
  const isReturned = direction === 'IN' && (status === 'FAILED' || status === 'REFUNDED')
  const word = other.about && PARTS[other.name.replace('House ', '')]
  return word && isReturned ? `${word}, returned` : word
}
/** By the house account on the other side. */
const PARTS: Readonly<Record<string, string>> = {
  fees: 'Fee',
  platformFees: 'Platform fee',
  fx: 'Amount to convert',
  transit: 'Amount',
}

function Entry({ entry }: { entry: StatementEntry }) {
  const { direction, amount, currency, after, cause, other, at } = entry
  const part = partOf(entry)
  const isIn = direction === 'IN'
  return (
    <tr className="animate-arrive">
      <Cell className="max-w-0 max-sm:w-full sm:w-2/5">
        <CauseLink cause={cause} />
        <span className="text-sm text-muted">
          {part && `${part} · `}
          <Ago moment={at} />
        </span>
      </Cell>
      <Cell from="lg">{cause.status && <Status of={cause.status} />}</Cell>
      <Cell from="md" className="text-sm">
        <span title={other.about} className="inline-flex items-center gap-1.5">
          {other.about && <Icon name="house" size="size-3.5" className="text-muted" />}
          <ObjectLink id={other.id} className="hover:text-accent hover:underline">
            {other.name}
          </ObjectLink>
        </span>
      </Cell>
      <Cell isRight className={`money font-semibold ${isIn ? 'text-done' : ''}`}>
        <span className="sr-only">{isIn ? 'in' : 'out'}</span>
        {isIn ? '+' : '−'}
        {formatMinor(amount, currency.decimals)}
      </Cell>
      <Cell isRight className="money text-muted">
        {formatMinor(after, currency.decimals)}
      </Cell>
    </tr>
  )
}
