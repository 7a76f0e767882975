/** Terminal of the sandbox: a merchant, an amount, a card to tap, and merchant actions. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Card as CardResource } from '../../../../contract/cards/cards.ts'
import { cardQuery, cardsQuery } from '../../api/cards.ts'
import { overviewQuery, partiesQuery } from '../../api/queries.ts'
import { recordedCalls } from '../../api/recorded-calls.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { CallLog } from '../calls/call-log.tsx'
import { CardChoice } from './card-choice.tsx'
import { DeclineTable } from './decline-table.tsx'
import { Device } from './device.tsx'
import { MerchantChoice } from './merchant-choice.tsx'
import { MERCHANTS, type Merchant } from './merchants.ts'
import { PurchasePanel } from './purchase-panel.tsx'
import { Receipts } from './receipts.tsx'

/** Other cards are found on their own pages, which link here. */
const CARDS = 12

export function TerminalPage() {
  const { card: wanted } = useSearch({ from: '/terminal' })
  const { data, error } = useQuery(cardsQuery({ limit: CARDS }))
  const { data: overview } = useQuery(overviewQuery)
  // One that is not among the newest is shown as well.
  const { data: named } = useQuery(cardQuery(wanted))
  const listed = data?.data ?? []
  const cards = named && listed.every(({ id }) => id !== named.card.id) ? [named.card, ...listed] : listed
  return (
    <div className="flex flex-col gap-6">
      <title>Terminal · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Terminal</h1>
        <p className="mt-1 max-w-3xl text-muted">
          Simulates a merchant and the card network: authorize, clear, refund. Real cards do not work here.
        </p>
      </header>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {overview && overview.mode !== 'sandbox' && (
        <Empty title="No terminal in production">The terminal exists only in the sandbox.</Empty>
      )}
      {data && cards.length === 0 && (
        <Empty
          title="No card to tap"
          action={
            <Link to="/cards" search={{ issue: 'new' }} className={buttonClass({ look: 'primary' })}>
              Issue a card
            </Link>
          }
        >
          Issue a card first.
        </Empty>
      )}
      {overview?.mode === 'sandbox' && cards.length > 0 && <Counter cards={cards} />}
    </div>
  )
}

function Counter({ cards }: { cards: readonly CardResource[] }) {
  const { card: wanted, purchase } = useSearch({ from: '/terminal' })
  const navigate = useNavigate({ from: '/terminal' })
  const [merchant, setMerchant] = useState<Merchant>(MERCHANTS[0] as Merchant)
  const card = cards.find(({ id }) => id === wanted) ?? cards.find(({ state }) => state === 'ACTIVE') ?? cards[0]
  const { data: parties = [] } = useQuery(
    partiesQuery([...new Set(cards.flatMap(({ fundingSources: [first] }) => first ?? []))].sort()),
  )
  const { data: history } = useQuery(cardQuery(card?.id))
  if (!card) return null
  const holderOf = ({ fundingSources: [first] }: CardResource) => parties.find(({ id }) => id === first)?.name ?? '…'
  const choose = (search: { card: string; purchase?: string | undefined }) =>
    navigate({ search, replace: true, resetScroll: false })
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      {/* In a narrow window what follows from a tap comes first, and what was before comes last. */}
      <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
        <Device
          key={`${card.id} ${merchant.descriptor}`}
          card={card}
          holder={holderOf(card)}
          merchant={merchant}
          onPaid={(id) => choose({ card: card.id, purchase: id })}
        />
        {history && history.purchases.length > 0 && (
          <Receipts
            purchases={history.purchases}
            chosen={purchase}
            onChoose={(id) => choose({ card: card.id, purchase: id })}
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
        {purchase && <PurchasePanel key={purchase} id={purchase} />}
        <Card title="Merchant">
          <MerchantChoice chosen={merchant} onChoose={setMerchant} />
        </Card>
        <Card title="Card">
          <CardChoice cards={cards} holderOf={holderOf} chosen={card.id} onChoose={(id) => choose({ card: id })} />
        </Card>
        <DeclineTable />
        <CallLog calls={recordedCalls} />
      </div>
    </div>
  )
}
