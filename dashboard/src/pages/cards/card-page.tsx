/** Page of one card: state, funding sources and purchases. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { CardHistory } from '../../../../contract/cards/card-history.ts'
import { cardQuery } from '../../api/cards.ts'
import { overviewQuery } from '../../api/queries.ts'
import { formatMinor } from '../../format/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { Freezing } from '../freezes/freezing.tsx'
import { Timeline } from '../payments/payment/timeline.tsx'
import { ReviewDialog } from '../wallet/signing/review-dialog.tsx'
import { CardFace, cardName } from './card-face.tsx'
import { CardNumber } from './card-number.tsx'
import { CardState } from './card-state.tsx'
import { FundingSources } from './funding/funding-sources.tsx'
import { PurchaseList } from './purchase-list.tsx'
import { SumsBar } from './sums-bar.tsx'

export function CardPage() {
  const { id } = useParams({ from: '/cards/$id' })
  const { data, error } = useQuery(cardQuery(id))
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm">
        <Link to="/cards" activeOptions={{ exact: true }} className="rounded text-muted hover:text-ink hover:underline">
          Cards
        </Link>
      </p>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data && <Shown key={data.card.id} history={data} />}
      <ReviewDialog />
    </div>
  )
}

function Shown({ history }: { history: CardHistory }) {
  const { card, holderName, events } = history
  const isShowable = card.state === 'ACTIVE' || card.state === 'FROZEN'
  return (
    <>
      <title>{`${cardName(card)} of ${holderName} · Causeway`}</title>
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-4 gap-y-1 text-3xl font-semibold tracking-tight max-sm:text-2xl">
            {cardName(card)}
            <span role="status" aria-label="State">
              <Status of={card.state} className="text-base! tracking-normal" />
            </span>
          </h1>
          <p className="mt-1 text-lg">
            <ObjectLink id={card.cardholderId} className="hover:text-accent hover:underline">
              {holderName}
            </ObjectLink>
          </p>
        </div>
        <OpenTerminal history={history} />
      </header>
      <Freezing subject={card.id} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-6 max-lg:mx-auto max-lg:w-full max-lg:max-w-md">
          <CardFace card={card} holder={holderName} className="text-[1.05rem]" />
          {isShowable && <CardNumber id={card.id} />}
          <Card title="State">
            <CardState card={card} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Purchases history={history} />
          <FundingSources card={card} />
          {events.length > 0 && <Timeline events={events} withStatus />}
          <Card title="Details">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 text-sm">
              <Fact word="Id" text={card.id} shown={card.id.slice('Card:'.length)} />
              <Fact word="Limit per purchase" text={capOf(card)} />
              {card.platformCardId && <Fact word="Your id" text={card.platformCardId} />}
              {card.issuerRef && <Fact word="Issuer’s" text={card.issuerRef} />}
            </dl>
          </Card>
        </div>
      </div>
    </>
  )
}

/** In major units: the API has minor ones. */
function capOf({ maxSpendPerTransaction: cap, currency = 'USD' }: CardHistory['card']): string {
  const decimals = currency === 'USDB' ? 6 : 2
  return cap === null ? 'None' : `${formatMinor(cap, decimals)} ${currency}`
}

function Fact({ word, text, shown }: { word: string; text: string; shown?: string }) {
  return (
    <>
      <dt className="text-muted">{word}</dt>
      <dd className="min-w-0">
        <Copyable text={text} label={word} {...(shown && { shown })} />
      </dd>
    </>
  )
}

function OpenTerminal({ history: { card } }: { history: CardHistory }) {
  const { data } = useQuery(overviewQuery)
  if (data?.mode !== 'sandbox') return null
  return (
    <Link to="/terminal" search={{ card: card.id }} className={buttonClass({ look: 'primary' })}>
      <Icon name="tap" />
      Pay at the terminal
    </Link>
  )
}

function Purchases({ history: { purchases, sums, hasMorePurchases } }: { history: CardHistory }) {
  const { purchase } = useSearch({ from: '/cards/$id' })
  const { data } = useQuery(overviewQuery)
  const [newest] = purchases
  const isSandbox = data?.mode === 'sandbox'
  return (
    <Card title="Card transactions">
      {newest ? (
        <>
          <section aria-label="Total" className="mb-4 border-b border-line pb-5">
            <p className="mb-2 text-sm text-muted">Total in {newest.transaction.authorizedAmount.currency.code}</p>
            <SumsBar sums={sums} currency={newest.transaction.authorizedAmount.currency} />
          </section>
          <PurchaseList purchases={purchases} chosen={purchase} isSandbox={isSandbox} />
          {hasMorePurchases && (
            <p className="pt-3 text-sm text-muted">
              Showing the newest {purchases.length}; GET /card-transactions lists all.
            </p>
          )}
        </>
      ) : (
        <Empty isCompact title="No purchases yet">
          {isSandbox
            ? 'Open the terminal, choose a merchant, and tap the card.'
            : 'Purchases appear here as soon as they are authorized.'}
        </Empty>
      )}
    </Card>
  )
}
