/** Postings of a payment, with the proof that they balance in each currency. */
import type { NamedPosting, PostingSide } from '../../../../../contract/dashboard.ts'
import { formatMinor } from '../../../format/money.ts'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { NetChanges } from './net-changes.tsx'

export function Postings({ postings, status }: { postings: readonly NamedPosting[]; status: string }) {
  return (
    <Card title="Postings">
      {postings.length === 0 ? (
        <p className="py-3 text-muted">
          {status === 'PENDING' ? 'No money has moved yet.' : 'No money moved for this payment.'}
        </p>
      ) : (
        <>
          <table className="w-full">
            <thead className="max-md:sr-only">
              <tr className="border-b border-line text-left text-sm text-muted">
                <th className="py-2 pr-4 font-medium">From</th>
                <th className="py-2 pr-4 font-medium">To</th>
                <th className="py-2 pl-4 text-right font-medium">Amount</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {postings.map((posting) => (
                <PostingRow key={posting.line} posting={posting} />
              ))}
            </tbody>
          </table>
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
      <td className="py-2.5 pr-4 align-top max-md:p-0">
        <Side side={posting.from} decimals={decimals} />
      </td>
      <td className="py-2.5 pr-4 align-top max-md:p-0 max-md:text-right">
        <Side side={posting.to} decimals={decimals} />
      </td>
      <td className="py-2.5 pl-4 text-right align-top max-md:col-span-2 max-md:row-start-1 max-md:p-0 max-md:text-left">
        <Money of={posting} className="font-medium" />
      </td>
    </tr>
  )
}

function Side({ side: { name, about, after }, decimals }: { side: PostingSide; decimals: number }) {
  return (
    <>
      <span title={about} className="inline-flex items-center gap-1.5">
        {about && <Icon name="house" size="size-3.5" className="text-muted" />}
        {name}
      </span>
      {after !== null && <span className="money block text-sm text-muted">balance {formatMinor(after, decimals)}</span>}
    </>
  )
}
