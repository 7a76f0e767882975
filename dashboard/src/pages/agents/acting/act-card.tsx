/** Card that acts as an agent: payments by the agent's own API, with the calls. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Agent } from '../../../../../contract/agents/agents.ts'
import { useStore } from '../../../api/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Problem } from '../../../ui/note.tsx'
import { CallLog } from '../../calls/call-log.tsx'
import { type Acting, type AgentQuote, actAs, stopActing, useActing } from './acting.ts'
import { ActionOutcome } from './action-outcome.tsx'
import { QuoteForm } from './quote-form.tsx'
import { QuotedPayment } from './quoted-payment.tsx'

export function ActCard({ agent }: { agent: Agent }) {
  const acting = useActing(agent.id)
  return (
    <div data-needs="MANAGE" className={acting && 'grid grid-cols-1 items-start gap-6 lg:grid-cols-2'}>
      <Card
        title="Act as this agent"
        aside={
          acting && (
            <Button look="quiet" size="small" onClick={stopActing}>
              Stop acting
            </Button>
          )
        }
      >
        {acting ? <Payment key={acting.agentId} acting={acting} name={agent.name} /> : <Begin agent={agent} />}
      </Card>
      {acting && <CallLog calls={acting.calls} />}
    </div>
  )
}

function Begin({ agent: { id, name, isConnected } }: { agent: Agent }) {
  const client = useQueryClient()
  const begin = useMutation({ mutationFn: () => actAs(id), onSuccess: () => client.invalidateQueries() })
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-3xl text-muted">
        This window redeems a device code, as a program would, and calls the API of agents with the access token: {name}
        ’s policy decides.
        {isConnected && ' It replaces the program that is connected, whose access token ends.'}
      </p>
      <Problem error={begin.error} />
      <Button look="primary" disabled={begin.isPending} onClick={() => begin.mutate()}>
        {begin.isPending ? 'Redeeming a code …' : `Act as ${name}`}
      </Button>
    </div>
  )
}

function Payment({ acting, name }: { acting: Acting; name: string }) {
  const { quote, action } = useStore(acting.payment)
  const client = useQueryClient()
  const execute = useMutation({
    mutationFn: ({ id }: AgentQuote) => acting.api('agentExecuteQuote', { params: { quoteId: id } }),
    onSuccess: (reply) => {
      if (quote && 'status' in reply) acting.payment.set({ quote, action: reply })
    },
    onSettled: () => client.invalidateQueries(),
  })
  const startAgain = () => {
    acting.payment.set({})
    execute.reset()
  }
  const isRefused = execute.error !== null
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">You are {name}. The access token stays in the memory of this window.</p>
      {quote ? (
        <QuotedPayment quote={quote} />
      ) : (
        <QuoteForm acting={acting} onQuote={(next) => acting.payment.set({ quote: next })} />
      )}
      <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
        <Problem error={execute.error} hasCode />
        {action && <ActionOutcome acting={acting} action={action} />}
      </div>
      {quote && (
        <div className="flex flex-wrap gap-3">
          {!action && !isRefused && (
            <Button look="primary" disabled={execute.isPending} onClick={() => execute.mutate(quote)}>
              {execute.isPending ? 'Executing …' : `Execute as ${name}`}
            </Button>
          )}
          <Button onClick={startAgain}>Another payment</Button>
        </div>
      )}
    </div>
  )
}
