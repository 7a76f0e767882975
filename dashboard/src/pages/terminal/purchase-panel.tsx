/** Purchase at the terminal: its amounts, live, and the next merchant actions. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CardTransactionHistory } from '../../../../contract/cards/card-history.ts'
import { purchaseQuery } from '../../api/cards.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Status, statusWord } from '../../ui/status.tsx'
import { isOpen, netCleared, shownStatus, whyDeclined } from '../cards/purchase.ts'
import { SumsBar } from '../cards/sums-bar.tsx'
import { AdviceForm, ClearForm, ReturnForm, ReverseForm } from './follow-ups.tsx'

export function PurchasePanel({ id }: { id: string }) {
  const { data, error } = useQuery(purchaseQuery(id))
  return (
    <Card title="Purchase" className="animate-arrive">
      <Problem error={error} />
      {!data && !error && <Waiting lines={4} />}
      {data && <Shown history={data} />}
    </Card>
  )
}

function Shown({ history }: { history: CardTransactionHistory }) {
  const { transaction, sums, events } = history
  const { cardId, merchant, authorizedAmount, declineReason, pullSummary } = transaction
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="block truncate font-semibold">{merchant.descriptor}</span>
          <span className="text-sm text-muted">
            {declineReason ? 'requested' : 'authorized'} <Money of={authorizedAmount} />
          </span>
        </p>
        <span role="status" aria-label="Status of the purchase">
          <Status of={shownStatus(transaction)} />
        </span>
      </div>
      {declineReason ? (
        <p className="rounded-xl bg-bad-soft px-4 py-3 text-bad">
          <span className="font-mono text-sm">{declineReason}</span> {whyDeclined(transaction)} No money moved.
        </p>
      ) : (
        <SumsBar sums={sums} currency={authorizedAmount.currency} whole={authorizedAmount.amount} />
      )}
      {sums.owed > 0 && (
        <p className="rounded-xl bg-bad-soft px-4 py-3 text-bad">
          The merchant was paid, but the funding source did not cover the full amount. An operator can retry the pull:{' '}
          <span className="font-mono text-sm">causeway cards retry</span>.
        </p>
      )}
      {Boolean(pullSummary.pendingCount) && (
        <p className="rounded-xl bg-wait-soft px-4 py-3 text-wait">
          The pull is not confirmed yet. Advance the sandbox clock by a minute.
        </p>
      )}
      <FollowUps history={history} />
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-3 text-sm text-muted">
        <span className="sr-only">So far:</span>
        {events.map(({ id, type }, place) => (
          <span key={id} className="inline-flex items-center gap-2">
            {place > 0 && <Icon name="arrow" size="size-3" />}
            {statusWord(type.split('.')[1] ?? '')}
          </span>
        ))}
        <Link
          to="/cards/$id"
          params={{ id: cardId }}
          search={{ purchase: transaction.id }}
          className="ml-auto rounded text-accent hover:underline"
        >
          View on card page
        </Link>
      </p>
    </div>
  )
}

const FORMS = { clear: 'Clear', giveBack: 'Return', advise: 'Change the authorization' } as const
type Form = keyof typeof FORMS

/** Possible next messages of the network; none when the purchase was declined. */
function FollowUps({ history: { transaction } }: { history: CardTransactionHistory }) {
  const [wanted, setWanted] = useState<Form>('clear')
  const possible: Form[] = [
    ...(isOpen(transaction) ? (['clear', 'advise'] as const) : []),
    ...(netCleared(transaction) > 0 ? (['giveBack'] as const) : []),
  ]
  if (transaction.status === 'REFUNDED') return <ReverseForm purchase={transaction} />
  const [first] = possible
  if (first === undefined) return null
  const form = possible.includes(wanted) ? wanted : first
  return (
    <div className="flex flex-col gap-3 rounded-xl bg-sunken p-4">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Merchant action</legend>
        {possible.map((name) => (
          <label
            key={name}
            className="relative rounded-full border border-line bg-surface px-3.5 py-1 text-sm has-checked:border-transparent has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="follow-up"
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={name === form}
              onChange={() => setWanted(name)}
            />
            {FORMS[name]}
          </label>
        ))}
      </fieldset>
      {form === 'clear' && <ClearForm key={`clear ${transaction.updatedAt}`} purchase={transaction} />}
      {form === 'giveBack' && <ReturnForm key={`return ${transaction.updatedAt}`} purchase={transaction} />}
      {form === 'advise' && <AdviceForm key={`advise ${transaction.updatedAt}`} purchase={transaction} />}
    </div>
  )
}
