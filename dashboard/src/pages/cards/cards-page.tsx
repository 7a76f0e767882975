/** Page of cards, by state and cardholder. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { cardLifecycle } from '../../../../contract/cards/card-lifecycle.ts'
import type { Card } from '../../../../contract/cards/cards.ts'
import { cardsQuery } from '../../api/cards.ts'
import { partiesQuery } from '../../api/queries.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { statesOf, statusWord } from '../../ui/status.tsx'
import { CardFace, cardName } from './card-face.tsx'
import { HolderFilter } from './holder-filter.tsx'
import { IssueDialog } from './issue-dialog.tsx'

const PAGE = 24
const STATES = statesOf(cardLifecycle)

export function CardsPage() {
  const { state, holder, account, cursor, issue } = useSearch({ from: '/cards' })
  const navigate = useNavigate({ from: '/cards' })
  const { data, error, isPlaceholderData } = useQuery(
    cardsQuery({ state, cardholderId: holder, accountId: account, cursor, limit: PAGE }),
  )
  return (
    <div className="flex flex-col gap-5">
      <title>Cards · Causeway</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Cards</h1>
          {data && (
            <p className="money text-muted">
              {shownTotal(data)} {isFiltered({ state, holder, account }) ? 'found' : 'total'}
            </p>
          )}
        </div>
        <Link
          to="/cards"
          search={(before) => ({ ...before, issue: 'new' })}
          className={buttonClass({ look: 'primary' })}
        >
          Issue a card
        </Link>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StateFilter selected={state} />
        <HolderFilter />
      </div>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data?.data.length === 0 && <Nothing isFiltered={isFiltered({ state, holder, account })} />}
      {data && data.data.length > 0 && <Wall cards={data.data} isStale={isPlaceholderData} />}
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/cards" search={{ state, holder, account }} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/cards" search={{ state, holder, account, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
      {issue && (
        <IssueDialog
          holder={holder}
          onClose={() => navigate({ search: ({ issue: _, ...rest }) => rest, replace: true, resetScroll: false })}
        />
      )}
    </div>
  )
}

const isFiltered = (filter: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(filter).some((value) => value !== undefined)

function Wall({ cards, isStale }: { cards: readonly Card[]; isStale: boolean }) {
  const sources = [...new Set(cards.map(({ fundingSources: [first] }) => first))].filter((id) => id !== undefined)
  const { data: parties = [] } = useQuery(partiesQuery(sources.sort()))
  return (
    <ul
      className={`grid grid-cols-1 gap-5 transition-opacity sm:grid-cols-2 lg:grid-cols-3 ${isStale ? 'opacity-60' : ''}`}
    >
      {cards.map((card) => {
        const holder = parties.find(({ id }) => id === card.fundingSources[0])?.name ?? '…'
        return (
          <li key={card.id} className="animate-arrive">
            <Link
              to="/cards/$id"
              params={{ id: card.id }}
              className="block rounded-[1.15em] hover:[&>*]:-translate-y-1"
            >
              <span className="sr-only">{`${cardName(card)} of ${holder}, ${statusWord(card.state).toLowerCase()}`}</span>
              <div aria-hidden="true">
                <CardFace card={card} holder={holder} />
              </div>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="rounded-2xl border border-dashed border-edge bg-surface">
      {isFiltered ? (
        <Empty
          title="No matching cards"
          action={
            <Link to="/cards" search={{}} className={buttonClass()}>
              Show all cards
            </Link>
          }
        >
          No card matches the filters.
        </Empty>
      ) : (
        <Empty
          title="No cards yet"
          action={
            <Link to="/cards" search={{ issue: 'new' }} className={buttonClass({ look: 'primary' })}>
              Issue the first card
            </Link>
          }
        >
          A card pays out of the accounts of an approved customer, in USD or USDB. Issue one, and tap it at the
          terminal.
        </Empty>
      )}
    </div>
  )
}

function StateFilter({ selected }: { selected: string | undefined }) {
  return (
    <nav aria-label="State" className="-mx-1 flex gap-2 overflow-x-auto p-1">
      {[undefined, ...STATES].map((state) => (
        <Link
          key={state ?? 'all'}
          to="/cards"
          search={({ holder, account }) => ({ holder, account, state })}
          aria-current={state === selected ? 'page' : undefined}
          activeProps={{ 'aria-current': state === selected ? 'page' : undefined }}
          className="shrink-0 rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm text-muted hover:bg-sunken aria-[current=page]:border-transparent aria-[current=page]:bg-ink aria-[current=page]:text-paper"
        >
          {state ? statusWord(state) : 'All'}
        </Link>
      ))}
    </nav>
  )
}
