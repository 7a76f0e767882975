/** Resources of a customer: accounts, external accounts, cards, agents, payments; each entry is a link to its page. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { cardsQuery, holdingsQuery } from '../../api/cards.ts'
import { customerAgentsQuery, customerPaymentsQuery, SHOWN_OF_CUSTOMER } from '../../api/customers.ts'
import { externalAccountsQuery } from '../../api/external-accounts.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Status, statusWord } from '../../ui/status.tsx'
import { identifierOf, titleOf } from '../accounts/facts.ts'
import { cardName } from '../cards/card-face.tsx'
import { PaymentList } from '../payments/payment-list.tsx'

interface Of {
  readonly customer: Customer
}

const LINK = 'min-w-0 truncate rounded font-medium text-accent hover:underline'
const QUIET = buttonClass({ look: 'quiet', size: 'small' })

interface PartProps<Item> {
  readonly title: string
  readonly query: { readonly data?: readonly Item[] | undefined; readonly error: Error | null }
  readonly empty: string
  readonly aside?: ReactNode
  readonly line: (item: Item) => ReactNode
}

function Part<Item extends { readonly id: string }>({
  title,
  query: { data, error },
  empty,
  aside,
  line,
}: PartProps<Item>) {
  return (
    <Card title={title} aside={aside}>
      <Problem error={error} />
      {!data && !error && <Waiting lines={3} />}
      {data?.length === 0 && <p className="py-1 text-muted">{empty}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((item) => (
            <li key={item.id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
              {line(item)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function AccountsCard({ customer }: Of) {
  const query = useQuery(holdingsQuery(customer.id))
  const data = query.data?.toSorted((a, b) => b.totalBalance.amount - a.totalBalance.amount)
  return (
    <Part
      title="Accounts"
      query={{ ...query, data }}
      empty="Accounts are opened when the customer is approved."
      line={({ id, type, status, totalBalance }) => (
        <>
          <Link to="/balances/$id" params={{ id }} className={LINK}>
            {totalBalance.currency.name}
          </Link>
          <span className="flex shrink-0 items-center gap-2">
            {type === 'EMBEDDED_WALLET' && (
              <Link to="/wallet" search={{ customer: customer.id }} className={QUIET}>
                Wallet
              </Link>
            )}
            {status !== 'ACTIVE' && <span className="text-sm text-muted">{statusWord(status)}</span>}
            <Money of={totalBalance} className={totalBalance.amount > 0 ? 'font-semibold' : 'text-muted'} />
          </span>
        </>
      )}
    />
  )
}

export function ExternalAccountsCard({ customer }: Of) {
  const { id: customerId, isDeleted } = customer
  const query = useQuery(externalAccountsQuery({ owner: 'customers', customerId, limit: SHOWN_OF_CUSTOMER }))
  return (
    <Part
      title="External accounts"
      query={{ ...query, data: query.data?.data }}
      empty="None yet. Add a bank account or a wallet to pay it."
      aside={
        <span className="flex gap-1">
          {query.data?.hasMore && (
            <Link to="/accounts" search={{ customer: customerId }} className={QUIET}>
              All
            </Link>
          )}
          {!isDeleted && (
            <Link to="/accounts/new" search={{ owner: customerId }} className={QUIET}>
              Add an account
            </Link>
          )}
        </span>
      }
      line={(account) => {
        const { label, value } = identifierOf(account)
        return (
          <>
            <span className="min-w-0">
              <Link to="/accounts/$id" params={{ id: account.id }} search={{ of: 'customers' }} className={LINK}>
                {titleOf(account)}
              </Link>
              <span className="block truncate text-sm text-muted">
                {label} <span className="font-mono">{value}</span> · {account.currency}
              </span>
            </span>
            <Status of={account.status} />
          </>
        )
      }}
    />
  )
}

export function CardsCard({ customer }: Of) {
  const query = useQuery(cardsQuery({ cardholderId: customer.id, limit: SHOWN_OF_CUSTOMER }))
  return (
    <Part
      title="Cards"
      query={{ ...query, data: query.data?.data }}
      empty="None."
      aside={
        <Link to="/cards" search={{ holder: customer.id }} className={QUIET}>
          {query.data?.hasMore ? 'All' : 'View'}
        </Link>
      }
      line={(card) => (
        <>
          <Link to="/cards/$id" params={{ id: card.id }} className={LINK}>
            {cardName(card)}
          </Link>
          <Status of={card.state} />
        </>
      )}
    />
  )
}

export function AgentsCard({ customer }: Of) {
  const query = useQuery(customerAgentsQuery(customer.id))
  return (
    <Part
      title="Agents"
      query={query}
      empty="None."
      line={({ id, name, isPaused, isConnected }) => (
        <>
          <Link to="/agents/$id" params={{ id }} className={LINK}>
            {name}
          </Link>
          <span className="text-sm text-muted">
            {isPaused ? 'Paused' : isConnected ? 'Connected' : 'Not connected'}
          </span>
        </>
      )}
    />
  )
}

export function PaymentsCard({ customer }: Of) {
  const { data, error } = useQuery(customerPaymentsQuery(customer.id))
  return (
    <Card
      title="Payments"
      aside={
        <Link to="/payments" search={{ customer: customer.id }} className={QUIET}>
          {data?.hasMore ? `All ${shownTotal(data)}` : 'View'}
        </Link>
      }
    >
      <Problem error={error} />
      {!data && !error && <Waiting lines={4} />}
      {data?.data.length === 0 && <p className="py-1 text-muted">No payments yet.</p>}
      {data && data.data.length > 0 && <PaymentList payments={data.data} />}
    </Card>
  )
}
