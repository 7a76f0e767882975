/** Page of one payment, updated live. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../../client/api-error.ts'
import type { TransactionHistory } from '../../../../../contract/payments/transaction-history.ts'
import { transactionLifecycle } from '../../../../../contract/payments/transaction-lifecycle.ts'
import { paymentQuery } from '../../../api/queries.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty, Problem, Waiting } from '../../../ui/note.tsx'
import { CurlCard } from './curl-card.tsx'
import { Facts } from './facts.tsx'
import { NextCheck } from './next-check.tsx'
import { OutsideCard } from './outside-card.tsx'
import { PaymentHeader } from './payment-header.tsx'
import { Postings } from './postings.tsx'
import { QuotePanel } from './quote-panel.tsx'
import { ExplanationCard } from './status/explanation-card.tsx'
import { StateDiagram } from './status/state-diagram.tsx'
import { Timeline } from './timeline.tsx'
import { UmaExchange } from './uma-exchange.tsx'
import { Waterfall } from './waterfall.tsx'

export function PaymentPage() {
  const { id } = useParams({ from: '/payments/$id' })
  const { data, error } = useQuery(paymentQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="Payment not found"
        action={
          <Link to="/payments" search={{}} className={buttonClass()}>
            View payments
          </Link>
        }
      >
        This platform has no payment with this id.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6">
      <Problem error={error} />
      {data ? <History key={id} history={data} /> : !error && <Waiting lines={12} />}
    </div>
  )
}

function History({ history }: { history: TransactionHistory }) {
  const { transaction, quote, events } = history
  const path = events.map(({ status }) => status).filter((status, place, all) => status !== all[place - 1])
  return (
    <>
      <PaymentHeader history={history} />
      {quote && transaction.status === 'PENDING' && <QuotePanel quote={quote} paymentId={transaction.id} />}
      {history.nextCheckAt && <NextCheck at={history.nextCheckAt} />}
      <ExplanationCard history={history} />
      <Card title="Path">
        <StateDiagram machine={transactionLifecycle} path={path} />
      </Card>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Waterfall transaction={transaction} quote={quote} />
        <Facts history={history} />
      </div>
      {history.outside && <OutsideCard outside={history.outside} />}
      <Postings postings={history.postings} status={transaction.status} />
      <UmaExchange paymentId={transaction.id} messages={history.umaMessages} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Timeline events={events} />
        <CurlCard history={history} />
      </div>
    </>
  )
}
