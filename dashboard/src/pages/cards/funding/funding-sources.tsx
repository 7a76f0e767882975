/** Funding sources of a card in order, edited as a draft and saved together. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Card as CardResource } from '../../../../../contract/cards/cards.ts'
import { holdingsQuery } from '../../../api/cards.ts'
import { overviewQuery } from '../../../api/queries.ts'
import { recordedApi } from '../../../api/recorded-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { ErrorBanner } from '../../wallet/signing/error-banner.tsx'
import { useWalletMutation } from '../../wallet/signing/wallet-mutation.ts'
import { SigningNote, useCardChange } from '../signing.tsx'
import { Consents } from './consents.tsx'
import { type SourceIds, SourceList, shortOf } from './source-list.tsx'

/** The API's maximum. */
export const SOURCES_MAX = 10

export function FundingSources({ card }: { card: CardResource }) {
  const { data: accounts = [] } = useQuery(holdingsQuery(card.cardholderId))
  const [draft, setDraft] = useState<SourceIds>()
  const change = useCardChange(card, () => setDraft(undefined))
  const order = draft ?? card.fundingSources
  const isChanged = String(order) !== String(card.fundingSources)
  const isChangeable = card.state !== 'CLOSED'
  const others = accounts.filter(
    ({ id, status, balance }) =>
      status === 'ACTIVE' && balance.currency.code === card.currency && !(order as readonly string[]).includes(id),
  )
  return (
    <Card title="Funding sources">
      <div className="flex flex-col gap-3">
        <p className="text-muted">Each purchase is paid by the first source that covers its full amount.</p>
        {isChangeable ? (
          <SourceList order={order} accounts={accounts} onChange={setDraft} />
        ) : (
          <ol className="list-inside list-decimal">
            {order.map((id) => (
              <li key={id}>{shortOf(id)}</li>
            ))}
          </ol>
        )}
        {isChangeable && order.length < SOURCES_MAX && (
          <ul data-needs="MANAGE" className="flex flex-wrap gap-2">
            {others.map(({ id, balance }) => (
              <li key={id}>
                <Button size="small" onClick={() => setDraft([...order, id] as unknown as SourceIds)}>
                  Add {shortOf(id)} · <Money of={balance} />
                </Button>
              </li>
            ))}
            {card.currency && (
              <li>
                <OpenAnother customerId={card.cardholderId} currency={card.currency} />
              </li>
            )}
          </ul>
        )}
        {isChanged && (
          <div className="flex animate-arrive flex-col gap-3 rounded-xl bg-sunken p-4">
            <p className="font-medium">Unsaved changes</p>
            <div className="flex flex-wrap gap-2">
              <Button
                look="primary"
                disabled={!change.isAllowed || change.isPending}
                onClick={() => change.mutate({ fundingSources: order })}
              >
                {change.isPending ? 'Saving …' : 'Save the funding sources'}
              </Button>
              <Button onClick={() => setDraft(undefined)}>Discard changes</Button>
            </div>
            <SigningNote card={card} change={change} />
          </div>
        )}
        <ErrorBanner error={change.error} />
        {isChangeable && <Consents card={card} accounts={accounts} />}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {card.fundingSources.map((id) => (
            <Link key={id} to="/balances/$id" params={{ id }} className="rounded text-accent hover:underline">
              Ledger of {shortOf(id)}
            </Link>
          ))}
        </p>
      </div>
    </Card>
  )
}

/** Customers have one account in each currency, so that without another there is no order. In the sandbox it takes a call. */
function OpenAnother({ customerId, currency }: { customerId: CardResource['cardholderId']; currency: string }) {
  const { data } = useQuery(overviewQuery)
  const open = useWalletMutation(() => recordedApi('sandboxCreateInternalAccount', { body: { customerId, currency } }))
  if (data?.mode !== 'sandbox') return null
  return (
    <>
      <Button size="small" look="quiet" disabled={open.isPending} onClick={() => open.mutate()}>
        Open another {currency} account
      </Button>
      <ErrorBanner error={open.error} />
    </>
  )
}
