/** Filter of cards by cardholder or account. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { overviewQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { holdersIn } from './holders.ts'

export function HolderFilter() {
  const { holder, account, state } = useSearch({ from: '/cards' })
  const navigate = useNavigate({ from: '/cards' })
  const { data } = useQuery(overviewQuery)
  const field = useId()
  const holders = holdersIn(data?.accounts ?? [])
  return (
    <div className="flex flex-wrap items-center gap-3">
      {account && (
        <Link
          to="/cards"
          search={{ holder, state }}
          className="inline-flex items-center gap-2 rounded-full bg-accent-soft px-3.5 py-1.5 text-sm"
        >
          Paid from account ··{account.slice(-4)}
          <Icon name="cross" size="size-3" />
          <span className="sr-only">Show those of all accounts</span>
        </Link>
      )}
      <label htmlFor={field} className="sr-only">
        Cardholder
      </label>
      <select
        id={field}
        value={holder ?? ''}
        onChange={({ target: { value } }) =>
          navigate({ search: { state, account, holder: value || undefined }, resetScroll: false })
        }
        className="min-h-9 max-w-60 rounded-lg border border-edge bg-surface px-3 text-sm"
      >
        <option value="">All cardholders</option>
        {holder && !holders.some(({ id }) => id === holder) && <option value={holder}>{holder}</option>}
        {holders.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
