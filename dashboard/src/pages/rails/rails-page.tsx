/** Rails page: health of each connected rail, what it holds, its payouts in transit, and its lines of the routing table. */
import { useQuery } from '@tanstack/react-query'
import type { RailLine, RailStatus } from '../../../../contract/installation/rails.ts'
import { railsQuery } from '../../api/queries.ts'
import { decimalsOf } from '../../format/currency.ts'
import { formatMinor } from '../../format/money.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { Holdings, Statement } from './holdings.tsx'

export function RailsPage() {
  const { data, error } = useQuery(railsQuery)
  return (
    <div className="flex flex-col gap-6">
      <title>Rails · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Rails</h1>
        <p className="text-muted">
          Connections to bank schemes and networks. A payout goes over the first one that carries it and is not down.
        </p>
      </header>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data?.rails.length === 0 && (
        <Empty title="No rail is connected">Money moves between internal accounts only.</Empty>
      )}
      {data?.rails.map((status) => (
        <RailCard key={status.rail} status={status} />
      ))}
    </div>
  )
}

export const HEALTH: Readonly<Record<RailStatus['health']['status'], { word: string; look: string }>> = {
  UP: { word: 'Up', look: 'bg-done-soft text-done' },
  DEGRADED: { word: 'Needs attention', look: 'bg-wait-soft text-wait' },
  DOWN: { word: 'Down', look: 'bg-bad-soft text-bad' },
}

function RailCard({ status }: { status: RailStatus }) {
  const { rail, health, inTransit, inSuspense, statement, holdings, lines } = status
  const { word, look } = HEALTH[health.status]
  return (
    <Card title={rail} aside={<span className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${look}`}>{word}</span>}>
      {health.detail && <p className="mb-2">{health.detail}</p>}
      <p className="mb-3 text-muted">
        {inTransit === 1 ? 'One payout in transit.' : `${inTransit === 0 ? 'No' : inTransit} payouts in transit.`}{' '}
        {inSuspense > 0 && <span className="text-wait">{inSuspense} in suspense.</span>}
      </p>
      {holdings.length > 0 && <Holdings holdings={holdings} />}
      {statement && <Statement statement={statement} />}
      <Table columns={COLUMNS}>
        {lines.map((line) => (
          <Line key={JSON.stringify(line)} line={line} />
        ))}
      </Table>
    </Card>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Direction' },
  { title: 'Scheme' },
  { title: 'Currencies' },
  { title: 'Limits', from: 'lg' },
  { title: 'Settlement', from: 'lg' },
  { title: 'Fee', from: 'lg' },
]

const DIRECTIONS: Readonly<Record<RailLine['direction'], string>> = { OUT: 'Payout', PULL: 'Pull', IN: 'Deposit' }

function Line({ line }: { line: RailLine }) {
  const { direction, scheme, currencies, cutOff, settlement, fee } = line
  return (
    <tr>
      <Cell>{DIRECTIONS[direction]}</Cell>
      <Cell>{scheme}</Cell>
      <Cell>{currencies.join(', ')}</Cell>
      <Cell from="lg">{formatLimits(line)}</Cell>
      <Cell from="lg">
        {settlement}
        {cutOff && <span className="block text-sm text-muted">Cut-off: {cutOff}</span>}
      </Cell>
      <Cell from="lg">{fee}</Cell>
    </tr>
  )
}

/** In minor units where the currencies of a line have different numbers of decimals. */
function formatLimits({ minAmount, maxAmount, currencies }: RailLine): string {
  const [decimals = 0, ...others] = new Set(currencies.map(decimalsOf))
  const format = (amount: number) => (others.length === 0 ? formatMinor(amount, decimals) : `${amount} minor units`)
  if (minAmount === undefined && maxAmount === undefined) return 'none'
  if (maxAmount === undefined) return `from ${format(minAmount as number)}`
  return `${format(minAmount ?? 1)} to ${format(maxAmount)}`
}
