/** Reference and ids of a payment, each to be copied. */
import { Link } from '@tanstack/react-router'
import type { TransactionHistory } from '../../../../../contract/payments/transaction-history.ts'
import { objectPage } from '../../../format/object-page.ts'
import { formatMoment } from '../../../format/time.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable, CopyButton } from '../../../ui/copy.tsx'
import { Fact } from '../../../ui/fact.tsx'
import { ObjectLink } from '../../../ui/linked-text.tsx'

export function Facts({ history: { transaction, quote, rateOrigin, twinId } }: { history: TransactionHistory }) {
  const { id, reconciliationInstructions, customerId, createdAt, settledAt, description, source, destination } =
    transaction
  const refund = transaction.type === 'OUTGOING' ? transaction.refund : undefined
  const ids = [
    ['Reference', reconciliationInstructions?.reference],
    ['Transaction', id],
    ['Quote', quote?.id],
    ['Customer', customerId],
    ['Agent', transaction.agentId],
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
                {value !== id && objectPage(value) ? (
                  <span className="inline-flex max-w-full items-center gap-1">
                    <ObjectLink id={value} className="truncate font-mono text-sm text-accent hover:underline">
                      {shorten(value)}
                    </ObjectLink>
                    <CopyButton text={value} label={name} />
                  </span>
                ) : (
                  <Copyable text={value} label={name} shown={shorten(value)} />
                )}
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

/** The kind of resource is clear from its name. */
const shorten = (id: string): string => id.slice(id.indexOf(':') + 1)
