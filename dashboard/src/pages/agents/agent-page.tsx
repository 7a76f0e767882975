/** Page of one agent. */

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import type { AgentHistory } from '../../../../contract/agents/agent-history.ts'
import { agentHistoryQuery, auditQuery } from '../../api/agents.ts'
import { holdingsQuery } from '../../api/cards.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { AuditList } from '../audit/audit-list.tsx'
import { Freezing } from '../freezes/freezing.tsx'
import { PaymentList } from '../payments/payment-list.tsx'
import { ActCard } from './acting/act-card.tsx'
import { ActionList } from './action-list.tsx'
import { AgentHeader } from './agent-header.tsx'
import { CheckPayment } from './check-payment.tsx'
import { ConnectCard } from './connect/connect-card.tsx'
import { useIsBeingDeleted } from './deletion.ts'
import { Gauges } from './gauges.tsx'
import { useOwnerName } from './names.tsx'
import { PolicyCard } from './policy/policy-card.tsx'

export function AgentPage() {
  const { id } = useParams({ from: '/agents/$id' })
  const { data, error } = useQuery({ ...agentHistoryQuery(id), enabled: !useIsBeingDeleted(id) })
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="Agent not found"
        action={
          <Link to="/agents" search={{}} className={buttonClass()}>
            View agents
          </Link>
        }
      >
        It was deleted, or the address is wrong.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6">
      <title>{data ? `${data.agent.name} · Causeway` : 'Agent · Causeway'}</title>
      <Problem error={error} />
      {data ? <History key={id} history={data} /> : !error && <Waiting lines={12} />}
    </div>
  )
}

function History({ history: { agent, actions, payments } }: { history: AgentHistory }) {
  const customer = useOwnerName(agent.customerId)
  const { data: accounts, error } = useQuery(holdingsQuery(agent.customerId))
  return (
    <>
      <AgentHeader agent={agent} customer={customer} />
      <Freezing subject={agent.id} />
      <Problem error={error} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Usage">
            <Gauges agent={agent} />
          </Card>
          {accounts && <CheckPayment agent={agent} accounts={accounts} />}
        </div>
        <ConnectCard agent={agent} />
      </div>
      <ActCard agent={agent} />
      {accounts && <PolicyCard agent={agent} customer={customer} accounts={accounts} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Card title="Actions">
          {actions.length > 0 ? (
            <ActionList actions={actions} />
          ) : (
            <Empty isCompact title="No actions yet">
              Requests that move money appear here, including those that need your approval.
            </Empty>
          )}
        </Card>
        <Card title="Payments">
          {payments.length > 0 ? (
            <PaymentList payments={payments} />
          ) : (
            <Empty isCompact title="No payments yet">
              Payments made by this agent, with or without your approval.
            </Empty>
          )}
        </Card>
      </div>
      <AuditPart agentId={agent.id} />
    </>
  )
}

const ENTRIES = 8

function AuditPart({ agentId }: { agentId: string }) {
  const { data, error } = useQuery(auditQuery({ agentId, limit: ENTRIES }))
  const all = (
    <Link to="/audit" search={{ agent: agentId }} className="rounded-md text-sm text-accent hover:underline">
      {data ? `View all ${shownTotal(data)} and verify` : 'View all and verify'}
    </Link>
  )
  return (
    <Card title="Audit log" aside={all}>
      <Problem error={error} />
      {!data && !error && <Waiting lines={4} />}
      {data && <AuditList entries={data.data} isOfOne />}
    </Card>
  )
}
