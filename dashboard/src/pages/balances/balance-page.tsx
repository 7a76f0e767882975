/** Page of one balance: available amount, holds, and ledger entries. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { AccountStatement, OpenHold } from '../../../../contract/ledger/account-statements.ts'
import { formatMinor } from '../../format/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { ExportButton } from '../../ui/lists/export-button.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { Freezing } from '../freezes/freezing.tsx'
import { allEntries, ledgerQuery } from '../ledger/queries.ts'
import { CauseLink } from './cause-link.tsx'
import { Entries } from './entries.tsx'
import { statementHeader, statementRow } from './statement-csv.ts'

export function BalancePage() {
  const { id } = useParams({ from: '/balances/$id' })
  const { before } = useSearch({ from: '/balances/$id' })
  const { data, error } = useQuery(ledgerQuery(id, before))
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm">
        <Link to="/ledger" search={{}} className="rounded text-muted hover:text-ink hover:underline">
          Ledger
        </Link>
      </p>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data && <Shown ledger={data} isOlder={before !== undefined} />}
    </div>
  )
}

function Shown({ ledger, isOlder }: { ledger: AccountStatement; isOlder: boolean }) {
  const { account, ownerName, entries, nextCursor, holds } = ledger
  const { balance, totalBalance, status } = account
  const held = totalBalance.amount - balance.amount
  return (
    <>
      <title>{`${ownerName} ${balance.currency.code} · Causeway`}</title>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-3 text-lg">
            <ObjectLink id={account.customerId} className="hover:text-accent hover:underline">
              {ownerName}
            </ObjectLink>{' '}
            <span className="text-muted">{balance.currency.name}</span>
            {status !== 'ACTIVE' && <Status of={status} />}
          </p>
          <h1>
            <Money
              key={totalBalance.amount}
              of={totalBalance}
              className="inline-block animate-arrive text-4xl font-semibold tracking-tight"
            />
          </h1>
        </div>
        <dl className="flex gap-8">
          <Figure word="Available" amount={balance.amount} decimals={balance.currency.decimals} />
          <Figure word="On hold" amount={held} decimals={balance.currency.decimals} />
        </dl>
      </header>
      <p className="-mt-3 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
        <Copyable text={account.id} label="account" shown={account.id.slice(account.id.indexOf(':') + 1)} />
        {account.customerId && (
          <Link to="/cards" search={{ account: account.id }} className="rounded text-accent hover:underline">
            Cards funded by this account
          </Link>
        )}
      </p>
      <Freezing subject={account.id} />
      {holds.length > 0 && (
        <Card title="Holds">
          <p className="mb-2 text-muted">Reserved for purchases: still in the account, but not available.</p>
          <ul className="divide-y divide-line">
            {holds.map((hold) => (
              <HoldLine key={hold.cause.id} hold={hold} />
            ))}
          </ul>
        </Card>
      )}
      <Card
        title="Statement"
        aside={
          entries.length > 0 && (
            <ExportButton
              file={`statement-${balance.currency.code}-${account.id.slice(-8)}.csv`}
              header={statementHeader}
              pages={async function* () {
                for await (const page of allEntries(account.id)) yield page.map(statementRow)
              }}
            />
          )
        }
      >
        {entries.length === 0 ? (
          <Empty isCompact title="No entries yet">
            {`Every ${balance.currency.code} credit and debit of ${ownerName} appears here.`}
          </Empty>
        ) : (
          <Entries entries={entries} />
        )}
      </Card>
      <Pager
        newest={
          isOlder && (
            <Link to="/balances/$id" params={{ id: account.id }} search={{}} className={buttonClass()}>
              Newest
            </Link>
          )
        }
        older={
          nextCursor && (
            <Link
              to="/balances/$id"
              params={{ id: account.id }}
              search={{ before: nextCursor }}
              className={buttonClass()}
            >
              Older
            </Link>
          )
        }
      />
    </>
  )
}

function Figure({ word, amount, decimals }: { word: string; amount: number; decimals: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{word}</dt>
      <dd className="money text-xl font-semibold">{formatMinor(amount, decimals)}</dd>
    </div>
  )
}

function HoldLine({ hold }: { hold: OpenHold }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <CauseLink cause={hold.cause} />
        <Ago moment={hold.at} className="block text-sm text-muted" />
      </span>
      <Money of={hold} className="font-semibold" />
    </li>
  )
}
