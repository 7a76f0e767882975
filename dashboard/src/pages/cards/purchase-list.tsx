/** Purchases of a card, with the details of the selected one. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Purchase } from '../../../../contract/cards/card-history.ts'
import { purchaseQuery } from '../../api/cards.ts'
import { formatClock, formatMoment } from '../../format/time.ts'
import { Copyable } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { shownStatus, whyDeclined } from './purchase.ts'
import { SumsBar } from './sums-bar.tsx'

interface PurchaseListProps {
  readonly purchases: readonly Purchase[]
  readonly chosen: string | undefined
  /** The terminal exists. */
  readonly isSandbox: boolean
}

export function PurchaseList({ purchases, chosen, isSandbox }: PurchaseListProps) {
  return (
    <ul className="flex flex-col">
      {purchases.map((purchase) => {
        const { id } = purchase.transaction
        return (
          <li key={id} className="border-b border-line py-1.5 last:border-0">
            <PurchaseLine purchase={purchase} isChosen={id === chosen} />
            {id === chosen && <PurchaseDetail id={id} cardId={purchase.transaction.cardId} isSandbox={isSandbox} />}
          </li>
        )
      })}
    </ul>
  )
}

function PurchaseLine({ purchase: { transaction, sums }, isChosen }: { purchase: Purchase; isChosen: boolean }) {
  const { id, cardId, merchant, authorizedAmount, authorizedAt, declineReason } = transaction
  const isDeclined = declineReason !== undefined
  return (
    <div className="relative -mx-3 flex flex-col gap-2.5 rounded-lg px-3 py-2.5 has-[a:hover]:bg-sunken">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[9.5rem_1fr_auto]">
        <span className="max-sm:col-start-1 max-sm:row-start-2">
          <Status of={shownStatus(transaction)} />
        </span>
        <span className="min-w-0">
          <Link
            to="/cards/$id"
            params={{ id: cardId }}
            search={{ purchase: isChosen ? undefined : id }}
            replace
            resetScroll={false}
            aria-expanded={isChosen}
            className="block truncate rounded font-medium after:absolute after:inset-0"
          >
            {merchant.descriptor}
          </Link>
          <Ago moment={authorizedAt} className="text-sm text-muted" />
        </span>
        <Money of={authorizedAmount} className={`text-right font-semibold ${isDeclined ? 'line-through' : ''}`} />
      </div>
      {isDeclined ? (
        <p className="text-sm text-bad">
          <span className="font-mono">{declineReason}</span> {whyDeclined(transaction)}
        </p>
      ) : (
        <SumsBar sums={sums} currency={authorizedAmount.currency} whole={authorizedAmount.amount} size="small" />
      )}
    </div>
  )
}

interface PurchaseDetailProps {
  readonly id: string
  readonly cardId: string
  readonly isSandbox: boolean
}

function PurchaseDetail({ id, cardId, isSandbox }: PurchaseDetailProps) {
  const { data, error } = useQuery(purchaseQuery(id))
  if (error) return <Problem error={error} />
  if (!data) return <Waiting lines={2} />
  const { accountId, merchant, pullSummary, declineReason } = data.transaction
  const isPaid = declineReason === undefined
  return (
    <div className="mb-2 flex animate-arrive flex-col gap-3 rounded-xl bg-sunken p-4 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-1">
        <dt className="text-muted">Card transaction</dt>
        <dd>
          <Copyable text={id} label="id" shown={id.slice(id.indexOf(':') + 1)} />
        </dd>
        <dt className="text-muted">Merchant</dt>
        <dd className="px-1.5">
          {[merchant.mcc && `category ${merchant.mcc}`, merchant.country].filter(Boolean).join(', ') || 'not provided'}
        </dd>
        {isPaid && (
          <>
            <dt className="text-muted">Paid from</dt>
            <dd className="px-1.5">
              <Link to="/balances/$id" params={{ id: accountId }} className="rounded text-accent hover:underline">
                account ··{accountId.slice(-4)}
              </Link>
            </dd>
            <dt className="text-muted">Pulls</dt>
            <dd className="money px-1.5">
              {pullSummary.count}
              {pullSummary.pendingCount ? `, ${pullSummary.pendingCount} not confirmed yet` : ''}
            </dd>
          </>
        )}
      </dl>
      <ol aria-label="Events" className="flex flex-col gap-0.5 border-t border-line pt-3">
        {data.events.map(({ id: eventId, type, at }) => (
          <li key={eventId} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{type}</span>
            <time dateTime={at} title={formatMoment(at)} className="money text-muted">
              {formatClock(at)}
            </time>
          </li>
        ))}
      </ol>
      {isSandbox && isPaid && (
        <Link
          to="/terminal"
          search={{ card: cardId, purchase: id }}
          className="inline-flex items-center gap-1.5 self-start rounded font-medium text-accent hover:underline"
        >
          Clear or return at the terminal
          <Icon name="arrow" size="size-3.5" />
        </Link>
      )}
    </div>
  )
}
