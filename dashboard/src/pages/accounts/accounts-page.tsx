/** Page of external accounts: the customers' or the platform's. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { externalAccountsQuery, type OwnerKind } from '../../api/external-accounts.ts'
import { overviewQuery } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { AccountList } from './account-list.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

const PAGE = 20

export function AccountsPage() {
  const { of, customer: customerId, cursor } = useSearch({ from: '/accounts' })
  const owner: OwnerKind = of === 'platform' ? 'platform' : 'customers'
  const { data, error, isPlaceholderData } = useQuery(externalAccountsQuery({ owner, customerId, cursor, limit: PAGE }))
  const [deleted, setDeleted] = useState<ExternalAccount>()
  return (
    <div className="flex flex-col gap-5">
      <title>External accounts · Causeway</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">External accounts</h1>
          <p className="text-muted">External bank accounts, mobile money accounts and wallets that can be paid.</p>
        </div>
        <Link
          to="/accounts/new"
          search={newFor(owner, customerId)}
          className={`${buttonClass({ look: 'primary' })} max-sm:w-full`}
        >
          Add an account
        </Link>
      </div>
      <Owners isCustomers={owner === 'customers'} />
      <Problem error={error} />
      <div
        className={`rounded-2xl border border-line bg-surface px-5 py-2 shadow-card transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {!data && !error && <Waiting lines={8} />}
        {data && data.data.length > 0 && <AccountList accounts={data.data} onDelete={setDeleted} />}
        {data?.data.length === 0 && (
          <Empty
            title="No external accounts yet"
            action={
              <Link to="/accounts/new" search={newFor(owner, customerId)} className={buttonClass({ look: 'primary' })}>
                Add an account
              </Link>
            }
          >
            Add a bank account, mobile money account or wallet, and pay it.
          </Empty>
        )}
      </div>
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/accounts" search={{ of, customer: customerId }} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link
              to="/accounts"
              search={{ of, customer: customerId, cursor: data.nextCursor }}
              className={buttonClass()}
            >
              Older
            </Link>
          )}
        </nav>
      )}
      {deleted && (
        <DeleteDialog account={deleted} onClose={() => setDeleted(undefined)} onDeleted={() => setDeleted(undefined)} />
      )}
    </div>
  )
}

const newFor = (owner: OwnerKind, customerId: string | undefined) => ({
  owner: owner === 'platform' ? 'platform' : customerId,
})

function Owners({ isCustomers }: { isCustomers: boolean }) {
  const { data } = useQuery(overviewQuery)
  const entries = [
    { of: undefined, word: 'Customers', isHere: isCustomers },
    { of: 'platform', word: data?.platform.name ?? 'Platform', isHere: !isCustomers },
  ]
  return (
    <nav aria-label="Owner" className="-mx-1 flex gap-2 overflow-x-auto p-1">
      {entries.map(({ of, word, isHere }) => (
        <Link
          key={word}
          to="/accounts"
          search={{ of }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={isHere ? 'page' : undefined}
          className="shrink-0 rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm text-muted hover:bg-sunken aria-[current=page]:border-transparent aria-[current=page]:bg-ink aria-[current=page]:text-paper"
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
