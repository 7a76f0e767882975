/** Reference and ids of a payment, each to be copied. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PaymentStory } from '../../../../../contract/dashboard.ts'
import { formatMoment } from '../../../format/time.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copy.tsx'

export function Facts({ story: { transaction, quote, rateOrigin, twinId } }: { story: PaymentStory }) {
  const { id, reconciliationInstructions, customerId, createdAt, settledAt, description, source, destination } =
    transaction
  const refund = transaction.type === 'OUTGOING' ? transaction.refund : undefined
  const ids = [
    ['Reference', reconciliationInstructions?.reference],
    ['Transaction', id],
    ['Quote', quote?.id],
    ['Customer', customerId],
    ['From account', source && 'accountId' in source ? source.accountId : undefined],
    ['To account', 'accountId' in destination ? destination.accountId : undefined],
    ['Refund', refund?.reference],
  ] as const
  return (
    <Card title="Details">
      <dl className="flex flex-col gap-1">
        {ids.map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={name}>
                {<Copyable text={value} label={name} shown={shorten(value)} />}
              </Fact>
            ),
        )}
        {twinId && (
          <Fact name="Related payment">
            <Link to="/payments/$id" params={{ id: twinId }} className="rounded text-accent hover:underline">
              The payment with the same reference
            </Link>
          </Fact>
        )}
        {rateOrigin && (
          <Fact name="Rate source">
            {`${rateOrigin.sources.join(', ')}, ${formatMoment(rateOrigin.at)}`}
            {Number(rateOrigin.spread) > 0 && `, spread ${(Number(rateOrigin.spread) * 100).toFixed(2)} %`}
          </Fact>
        )}
        {description && <Fact name="Description">{description}</Fact>}
        {createdAt && <Fact name="Created">{formatMoment(createdAt)}</Fact>}
        {settledAt && <Fact name="Settled">{formatMoment(settledAt)}</Fact>}
        {refund && <Fact name="Refund">{refund.status.toLowerCase()}</Fact>}
      </dl>
    </Card>
  )
}

/** The kind of resource goes without saying beside its name. */
const shorten = (id: string): string => id.slice(id.indexOf(':') + 1)

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  )
}
