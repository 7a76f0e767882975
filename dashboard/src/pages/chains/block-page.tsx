/** Page of a block: number, hash, parent, time and transactions. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { blockQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { ChainHeader, Facts, Hash, shortHash, TransactionList } from './chain-parts.tsx'
import { OnChain } from './on-chain.tsx'

export function BlockPage() {
  const { id: rail, number } = useParams({ from: '/chains/$id/blocks/$number' })
  const { data: block, error } = useQuery(blockQuery(rail, number))
  return (
    <div className="flex flex-col gap-6">
      <ChainHeader rail={rail} title={`Block ${number}`} />
      <Problem error={error} />
      {!block && !error && <Waiting lines={6} />}
      {block && (
        <>
          <Card title="Block">
            <Facts
              of={[
                ['Number', block.number],
                ['Hash', <Hash key="hash" of={block.hash} label="hash of the block" />],
                [
                  'Parent',
                  block.number === 0 ? (
                    'none'
                  ) : (
                    <OnChain
                      key="parent"
                      rail={rail}
                      shows="BLOCK"
                      value={String(block.number - 1)}
                      shown={shortHash(block.parentHash)}
                    />
                  ),
                ],
                ['Time', <Ago key="time" moment={block.at} />],
              ]}
            />
          </Card>
          <Card title="Transactions">
            <TransactionList rail={rail} transactions={block.transactions} />
          </Card>
        </>
      )}
    </div>
  )
}
