/** Home page: what needs attention, first steps, the flow of money, balances, latest payments and the trial balance. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { attentionQuery, overviewQuery, trialBalanceQuery } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { AttentionCard } from './attention-card.tsx'
import { Balances } from './balances.tsx'
import { Counts } from './counts.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { FundDialog } from './fund-dialog.tsx'
import { LatestPayments } from './latest-payments.tsx'
import { MoneyFlowCard } from './money-flow-card.tsx'
import { TrialBalance } from './trial-balance.tsx'

export function HomePage() {
  const { data, error } = useQuery(overviewQuery)
  const { data: attention } = useQuery(attentionQuery)
  const trialBalance = useQuery(trialBalanceQuery)
  const { fund } = useSearch({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const funded = data?.accounts.find(({ id }) => id === fund)
  return (
    <div className="flex flex-col gap-6">
      <title>{data ? `${data.platform.name} · Causeway` : 'Causeway'}</title>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Overview</h1>
          <Counts payments={data?.payments} />
        </div>
        <Link to="/payments/new" className={`${buttonClass({ look: 'primary' })} w-full sm:hidden`}>
          Make a payment
        </Link>
      </div>
      <Problem error={error ?? trialBalance.error} />
      {attention && <AttentionCard attention={attention} />}
      {data?.mode === 'sandbox' && <FirstStepsCard />}
      {trialBalance.data && <MoneyFlowCard trialBalance={trialBalance.data} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[5fr_7fr]">
        <Card title="Balances">
          {data ? (
            <Balances accounts={data.accounts} hasMore={data.hasMoreAccounts} canFund={data.mode === 'sandbox'} />
          ) : (
            <Waiting lines={6} />
          )}
        </Card>
        <LatestPayments />
      </div>
      {trialBalance.data && <TrialBalance lines={trialBalance.data} />}
      {funded && (
        <FundDialog account={funded} onClose={() => navigate({ search: {}, replace: true, resetScroll: false })} />
      )}
    </div>
  )
}
