/** Postings of a payment, with the proof that they balance in each currency. */
import type { NamedPosting } from '../../../../../contract/ledger/postings.ts'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { Cell, type Column, Table } from '../../../ui/table.tsx'
import { PostingSide } from '../../ledger/posting-side.tsx'
import { NetChanges } from './net-changes.tsx'

const COLUMNS: readonly Column[] = [{ title: 'From' }, { title: 'To' }, { title: 'Amount', isRight: true }]

export function Postings({ postings, status }: { postings: readonly NamedPosting[]; status: string }) {
  return (
    <Card title="Postings">
      {postings.length === 0 ? (
        <p className="py-3 text-muted">
          {status === 'PENDING' ? 'No money has moved yet.' : 'No money moved for this payment.'}
        </p>
      ) : (
        <>
          <Table columns={COLUMNS} headFrom="md">
            {postings.map((posting) => (
              <PostingRow key={posting.line} posting={posting} />
            ))}
          </Table>
          <NetChanges postings={postings} />
        </>
      )}
    </Card>
  )
}

function PostingRow({ posting }: { posting: NamedPosting }) {
  const { decimals } = posting.currency
  return (
    <tr className="max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-1 max-md:py-3">
      <Cell className="max-md:p-0">
        <PostingSide side={posting.from} decimals={decimals} />
      </Cell>
      <Cell className="max-md:p-0 max-md:text-right">
        <PostingSide side={posting.to} decimals={decimals} />
      </Cell>
      <Cell isRight className="max-md:col-span-2 max-md:row-start-1 max-md:p-0 max-md:text-left">
        <Money of={posting} className="font-medium" />
      </Cell>
    </tr>
  )
}
