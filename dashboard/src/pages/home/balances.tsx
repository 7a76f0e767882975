/** Accounts with their balances, by owner; empty accounts are muted. */
import { Link } from '@tanstack/react-router'
import type { OwnedAccount } from '../../../../contract/platform/overview.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty } from '../../ui/note.tsx'
import { statusWord } from '../../ui/status.tsx'

interface BalancesProps {
  readonly accounts: readonly OwnedAccount[]
  readonly hasMore: boolean
  readonly canFund: boolean
}

export function Balances({ accounts, hasMore, canFund }: BalancesProps) {
  const owners = [...Map.groupBy(accounts, ({ ownerName }) => ownerName)].sort(
    ([a, held], [b, other]) => Number(hasMoney(other)) - Number(hasMoney(held)) || a.localeCompare(b),
  )
  const isEmpty = !hasMoney(accounts)
  const first = accounts.find(({ status }) => status === 'ACTIVE')
  return (
    <>
      {isEmpty && (
        <Empty
          title="No account has funds yet"
          action={canFund && first && <FundLink account={first} look="primary" />}
        >
          {canFund
            ? 'Fund an account with test money to start paying.'
            : 'Pay into an account with its funding instructions to start paying.'}
        </Empty>
      )}
      <div className="flex flex-col divide-y divide-line">
        {owners.map(([owner, held]) => (
          <Owner key={owner} name={owner} accounts={held} canFund={canFund} />
        ))}
      </div>
      {hasMore && <p className="pt-3 text-sm text-muted">Only the 200 largest accounts are shown.</p>}
    </>
  )
}

const hasMoney = (accounts: readonly OwnedAccount[]): boolean =>
  accounts.some(({ totalBalance }) => totalBalance.amount > 0)
const byCurrency = (a: OwnedAccount, b: OwnedAccount): number =>
  a.balance.currency.code.localeCompare(b.balance.currency.code)

function Owner({ name, accounts, canFund }: { name: string; accounts: readonly OwnedAccount[]; canFund: boolean }) {
  const { full = [], empty = [] } = Object.groupBy(accounts.toSorted(byCurrency), ({ totalBalance }) =>
    totalBalance.amount > 0 ? 'full' : 'empty',
  )
  return (
    <section aria-label={name} className="py-3 first:pt-0 last:pb-0">
      <h3 className="py-1 text-sm font-medium text-muted">{name}</h3>
      <ul>
        {full.map((account) => (
          <Line key={account.id} account={account} canFund={canFund} />
        ))}
      </ul>
      {empty.length > 0 && (
        <details className="group">
          <summary className="-mx-2 flex min-h-8 list-none items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-sunken">
            <span aria-hidden="true" className="transition-transform group-open:rotate-90">
              ›
            </span>
            <span className="shrink-0">{empty.length} empty:</span>{' '}
            <span className="truncate">{empty.map(({ balance }) => balance.currency.code).join(', ')}</span>
          </summary>
          <ul>
            {empty.map((account) => (
              <Line key={account.id} account={account} canFund={canFund} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Line({ account, canFund }: { account: OwnedAccount; canFund: boolean }) {
  const { balance, totalBalance, status } = account
  const held = totalBalance.amount - balance.amount
  return (
    <li className="flex min-h-10 items-center gap-3">
      <Link
        to="/balances/$id"
        params={{ id: account.id }}
        className="min-w-0 flex-1 truncate rounded hover:text-accent hover:underline"
      >
        {balance.currency.name}
      </Link>
      <span className="text-right">
        <Money
          key={totalBalance.amount}
          of={totalBalance}
          className="inline-block animate-arrive text-lg font-semibold"
        />
        {held > 0 && (
          <span className="block text-sm text-muted">
            <Money of={{ ...balance, amount: held }} /> held
          </span>
        )}
      </span>
      {status !== 'ACTIVE' ? (
        <span className="text-sm text-muted">{statusWord(status)}</span>
      ) : (
        canFund && <FundLink account={account} look="quiet" />
      )}
    </li>
  )
}

function FundLink({ account, look }: { account: OwnedAccount; look: 'primary' | 'quiet' }) {
  const { code } = account.balance.currency
  return (
    <Link
      to="/"
      search={{ fund: account.id }}
      resetScroll={false}
      aria-label={`Fund ${account.ownerName} ${code}`}
      className={buttonClass({ look, size: look === 'quiet' ? 'small' : 'normal' })}
    >
      {look === 'quiet' ? 'Fund' : `Fund ${account.ownerName} in ${code}`}
    </Link>
  )
}
