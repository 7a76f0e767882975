/** List of external accounts, with buttons to pay or delete each. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { ownerKindOf } from '../../api/external-accounts.ts'
import { partiesQuery } from '../../api/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { identifierOf, titleOf } from './facts.ts'

interface AccountListProps {
  readonly accounts: readonly ExternalAccount[]
  readonly onDelete: (account: ExternalAccount) => void
}

export function AccountList({ accounts, onDelete }: AccountListProps) {
  const { data: parties = [] } = useQuery(partiesQuery(accounts.map(({ id }) => id)))
  return (
    <ul className="-mx-3 flex flex-col">
      {accounts.map((account) => (
        <li key={account.id} className="flex items-center gap-1 border-b border-line last:border-0">
          <AccountLine account={account} owner={parties.find(({ id }) => id === account.id)?.ownerName} />
          <span className="flex shrink-0 max-sm:hidden">
            {account.status === 'ACTIVE' && (
              <Link
                to="/payments/new"
                search={{ to: account.id }}
                aria-label={`Pay ${titleOf(account)}`}
                className={buttonClass({ look: 'quiet', size: 'small' })}
              >
                Pay
              </Link>
            )}
            <Button
              data-needs="MANAGE"
              look="quiet"
              size="small"
              aria-label={`Delete ${titleOf(account)}`}
              onClick={() => onDelete(account)}
            >
              Delete
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function AccountLine({ account, owner }: { account: ExternalAccount; owner: string | undefined }) {
  const { label, value } = identifierOf(account)
  return (
    <Link
      to="/accounts/$id"
      params={{ id: account.id }}
      search={{ of: ownerKindOf(account) }}
      className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg px-3 py-3 hover:bg-sunken"
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{titleOf(account)}</span>
        <span className="block truncate text-sm text-muted">
          {label} <span className="font-mono">{value}</span>
        </span>
        <span className="block truncate text-sm text-muted">For {owner ?? '…'}</span>
      </span>
      <span className="flex flex-col items-end gap-1">
        <Status of={account.status} />
        <span className="text-sm text-muted">{account.currency}</span>
      </span>
    </Link>
  )
}
