/** Postings of several payments, each with the payment or purchase that it belongs to. */
import type { LedgerPosting } from '../../../../contract/ledger/postings.ts'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { CauseLink } from '../balances/cause-link.tsx'
import { PostingSide } from './posting-side.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'For' },
  { title: 'From' },
  { title: 'To' },
  { title: 'Amount', isRight: true },
]

export function PostingTable({ postings }: { postings: readonly LedgerPosting[] }) {
  return (
    <Table columns={COLUMNS} headFrom="md">
      {postings.map((posting) => (
        <Row key={`${posting.cause.id} ${posting.line}`} posting={posting} />
      ))}
    </Table>
  )
}

function Row({ posting }: { posting: LedgerPosting }) {
  const { from, to, cause, at, currency } = posting
  return (
    <tr className="max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1 max-md:py-3">
      <Cell className="max-md:p-0">
        <CauseLink cause={cause} />
        <Ago moment={at} className="text-sm text-muted" />
      </Cell>
      <Cell className="max-md:col-start-1 max-md:p-0">
        <PostingSide side={from} decimals={currency.decimals} />
      </Cell>
      <Cell className="max-md:p-0 max-md:text-right">
        <PostingSide side={to} decimals={currency.decimals} />
      </Cell>
      <Cell isRight className="max-md:col-start-2 max-md:row-start-1 max-md:p-0">
        <Money of={posting} className="font-medium" />
      </Cell>
    </tr>
  )
}
