/** Page of a chain: its latest blocks, and deposits that are not final yet. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ChainStatus } from '../../../../contract/installation/chains.ts'
import { chainQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { ChainHeader, shortHash } from './chain-parts.tsx'
import { OnChain } from './on-chain.tsx'

export function ChainPage() {
  const { id } = useParams({ from: '/chains/$id' })
  const { data, error } = useQuery(chainQuery(id))
  return (
    <div className="flex flex-col gap-6">
      <ChainHeader rail={id} title={`Blocks of ${id}`} />
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data && <PendingDeposits chain={data} />}
      {data && <Blocks chain={data} />}
    </div>
  )
}

function PendingDeposits({ chain: { rail, confirmationsNeeded, pendingDeposits } }: { chain: ChainStatus }) {
  if (pendingDeposits.length === 0) return null
  return (
    <Card title="Deposits that are not final">
      <p className="mb-2 text-muted">
        Credited after {confirmationsNeeded} confirmations, unless the chain is reorganized.
      </p>
      <ul className="divide-y divide-line">
        {pendingDeposits.map(({ hash, to, amount, currency, confirmations }) => (
          <li key={`${hash}/${to}/${amount}`} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
            <OnChain rail={rail} shows="TRANSACTION" value={hash} shown={shortHash(hash)} />
            <span className="font-mono text-sm text-muted">to {shortHash(to)}</span>
            <span className="font-semibold">
              {amount} {currency}
            </span>
            <span className="text-muted">
              {confirmations} of {confirmationsNeeded} confirmations
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Blocks({ chain: { rail, blocks } }: { chain: ChainStatus }) {
  return (
    <Card title="Latest blocks">
      <ul className="divide-y divide-line">
        {blocks.map(({ number, hash, at, transactions }) => (
          <li key={hash} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
            <OnChain rail={rail} shows="BLOCK" value={String(number)} />
            <span className="font-mono text-sm text-muted">{shortHash(hash)}</span>
            <span>{transactions.length === 1 ? '1 transaction' : `${transactions.length} transactions`}</span>
            <Ago moment={at} className="text-muted" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
