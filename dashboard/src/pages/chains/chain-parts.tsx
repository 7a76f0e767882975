/** Parts of the chain pages: heading, facts, shortened hashes, and lists of transactions. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChainTransfer } from '../../../../contract/installation/chains.ts'
import { Copyable } from '../../ui/copy.tsx'
import { Empty } from '../../ui/note.tsx'
import { OnChain } from './on-chain.tsx'

export function ChainHeader({ rail, title }: { rail: string; title: string }) {
  return (
    <header>
      <title>{`${title} · Causeway`}</title>
      <p className="text-sm text-muted">
        <Link to="/rails" className="rounded hover:text-ink hover:underline">
          Rails
        </Link>
        {' / '}
        <Link to="/chains/$id" params={{ id: rail }} className="rounded hover:text-ink hover:underline">
          {rail}
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
    </header>
  )
}

export const shortHash = (hash: string): string => `${hash.slice(0, 10)}…${hash.slice(-8)}`

export function Facts({ of: facts }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 py-1">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 truncate">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const Hash = ({ of: hash, label }: { of: string; label: string }) => (
  <Copyable text={hash} label={label} shown={shortHash(hash)} />
)

export function TransactionList({ rail, transactions }: { rail: string; transactions: readonly ChainTransfer[] }) {
  if (transactions.length === 0)
    return (
      <Empty isCompact title="No transactions">
        The block is empty.
      </Empty>
    )
  return (
    <ul className="divide-y divide-line">
      {transactions.map(({ hash, from, to }) => (
        <li key={hash} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
          <OnChain rail={rail} shows="TRANSACTION" value={hash} shown={shortHash(hash)} />
          <span className="font-mono text-sm text-muted">
            {shortHash(from)} → {to === undefined ? 'new contract' : shortHash(to)}
          </span>
        </li>
      ))}
    </ul>
  )
}
