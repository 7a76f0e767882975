/** Page of a transaction on a chain: status, confirmations, token transfers and gas. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ChainTransaction, TokenAmount } from '../../../../contract/installation/chains.ts'
import { chainTransactionQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { ChainHeader, Facts, Hash } from './chain-parts.tsx'
import { OnChain } from './on-chain.tsx'

export function ChainTransactionPage() {
  const { id: rail, hash } = useParams({ from: '/chains/$id/transactions/$hash' })
  const { data: transaction, error } = useQuery(chainTransactionQuery(rail, hash))
  return (
    <div className="flex flex-col gap-6">
      <ChainHeader rail={rail} title="Transaction" />
      <Problem error={error} />
      {!transaction && !error && <Waiting lines={8} />}
      {transaction && (
        <>
          <Card title="Token transfers">
            <Transfers of={transaction.transfers} />
          </Card>
          <Card title="Transaction">
            <Facts of={listFacts(rail, transaction)} />
          </Card>
        </>
      )}
    </div>
  )
}

const STATUS = { PENDING: 'In no block yet', SUCCESS: 'Success', REVERTED: 'Reverted' } as const

function listFacts(rail: string, { hash, status, block, from, to, nonce, gas, ...transaction }: ChainTransaction) {
  const { confirmations, confirmationsNeeded } = transaction
  return [
    ['Hash', <Hash key="hash" of={hash} label="hash of the transaction" />],
    ['Status', STATUS[status]],
    ['Block', block && <OnChain key="block" rail={rail} shows="BLOCK" value={String(block.number)} />],
    ['Time', block && <Ago key="time" moment={block.at} />],
    ['Confirmations', `${confirmations}, final after ${confirmationsNeeded}`],
    ['From', <Hash key="from" of={from} label="sender" />],
    ['To', to === undefined ? 'new contract' : <Hash key="to" of={to} label="recipient" />],
    ['Nonce', nonce],
    ['Gas', gas && `${gas.used} at ${gas.priceGwei} gwei, ${gas.cost} in all`],
  ] as const
}

function Transfers({ of: transfers }: { of: readonly TokenAmount[] }) {
  if (transfers.length === 0)
    return (
      <Empty isCompact title="None">
        No configured token reports a transfer in this transaction.
      </Empty>
    )
  return (
    <ul className="divide-y divide-line">
      {transfers.map(({ from, to, amount, currency }) => (
        <li key={`${from}/${to}/${amount}`} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
          <span className="text-xl font-semibold">
            {amount} {currency}
          </span>
          <span className="flex flex-wrap items-center gap-1 text-muted">
            from <Hash of={from} label="sender" /> to <Hash of={to} label="recipient" />
          </span>
        </li>
      ))}
    </ul>
  )
}
