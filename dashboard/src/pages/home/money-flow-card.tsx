/** Money flow of the last day: places and the money that moved between them, drawn from postings, and its volume. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Flow, MoneyFlow, TrialBalanceLine } from '../../../../contract/ledger/balances.ts'
import { moneyFlowQuery } from '../../api/queries.ts'
import { formatMinor } from '../../format/money.ts'
import { useNarrow } from '../../format/narrow.ts'
import { Card } from '../../ui/card.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { type FlowEdge, type FlowNode, layoutFlow, NODE } from './flow-layout.ts'
import { placeTitle } from './places.ts'

export function MoneyFlowCard({ trialBalance }: { trialBalance: readonly TrialBalanceLine[] }) {
  const { data, error } = useQuery(moneyFlowQuery)
  return (
    <Card title="Money flow" aside={<span className="text-sm text-muted">Last 24 hours</span>}>
      <Problem error={error} />
      {!data && !error && <Waiting lines={5} />}
      {data && <Diagram flows={data.flows} />}
      {data && <Volume money={data} trialBalance={trialBalance} />}
    </Card>
  )
}

const titleOf = (place: string) => (place === 'in' ? 'Money in' : place === 'out' ? 'Money out' : placeTitle(place))

const amountOf = ({ amount, currency }: Pick<Flow, 'amount' | 'currency'>) =>
  `${formatMinor(amount, currency.decimals)} ${currency.code}`

const sentenceOf = ({ from, to, flows }: FlowEdge) =>
  `${titleOf(from)} to ${titleOf(to)}: ${flows.map(amountOf).join(', ')}`

function Diagram({ flows }: { flows: MoneyFlow['flows'] }) {
  const { width, height, nodes, edges } = layoutFlow(flows, useNarrow())
  const lit = edges.filter((edge) => edge.flows.length > 0)
  const touched = new Set(lit.flatMap(({ from, to }) => [from, to]))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={lit.length > 0 ? lit.map(sentenceOf).join('. ') : 'No money has moved'}
      data-lit={lit.map(({ from, to }) => `${from}-${to}`).join(' ')}
      className="mx-auto block w-full"
      style={{ maxWidth: width }}
    >
      <defs>
        <marker
          id="flow-head"
          viewBox="0 0 8 8"
          refX="5"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0.5 7 4 0 7.500Z" className="fill-accent" />
        </marker>
      </defs>
      {edges.map((edge) => (
        // A new key draws the line again when more money has moved.
        <Line
          key={`${edge.from}-${edge.to}-${edge.flows.reduce((sum, { postings }) => sum + postings, 0)}`}
          edge={edge}
        />
      ))}
      {nodes.map((node) => (
        <Place key={node.place} node={node} isTouched={touched.has(node.place)} />
      ))}
    </svg>
  )
}

function Line({ edge }: { edge: FlowEdge }) {
  const isLit = edge.flows.length > 0
  return (
    <path
      d={edge.line}
      fill="none"
      pathLength={1}
      strokeWidth={isLit ? 2.25 : 1.25}
      strokeLinecap="round"
      markerEnd={isLit ? 'url(#flow-head)' : undefined}
      className={isLit ? 'animate-draw stroke-accent' : 'stroke-edge/50'}
    >
      {isLit && <title>{sentenceOf(edge)}</title>}
    </path>
  )
}

function Place({ node: { place, x, y }, isTouched }: { node: FlowNode; isTouched: boolean }) {
  return (
    <g>
      <rect
        x={x - NODE.width / 2}
        y={y - NODE.height / 2}
        width={NODE.width}
        height={NODE.height}
        rx={10}
        strokeWidth="1.5"
        className={isTouched ? 'fill-accent-soft stroke-accent' : 'fill-surface stroke-edge/60'}
      />
      <text
        x={x}
        y={y + 4.5}
        textAnchor="middle"
        className={`text-[12.5px] ${isTouched ? 'fill-ink font-medium' : 'fill-muted'}`}
      >
        {titleOf(place)}
      </text>
    </g>
  )
}

/** What came in, went out, and is on its way now, by currency. */
function Volume({
  money: { flows, isPartial },
  trialBalance,
}: {
  money: MoneyFlow
  trialBalance: readonly TrialBalanceLine[]
}) {
  const inFlight = trialBalance.filter(({ place, amount }) => place === 'transit' && amount !== '0')
  return (
    <dl className="mt-4 grid grid-cols-1 gap-x-8 gap-y-3 border-t border-line pt-4 sm:grid-cols-3">
      <Amounts
        word={isPartial ? 'In, at least' : 'In'}
        amounts={sumByCurrency(flows.filter(({ from }) => from === 'rails'))}
      />
      <Amounts
        word={isPartial ? 'Out, at least' : 'Out'}
        amounts={sumByCurrency(flows.filter(({ to }) => to === 'rails'))}
      />
      <Amounts
        word={
          <Link to="/payments" search={{ status: 'PROCESSING' }} className="rounded hover:text-ink hover:underline">
            In flight now
          </Link>
        }
        amounts={inFlight}
      />
    </dl>
  )
}

type Amount = Pick<Flow, 'amount' | 'currency'>

const sumByCurrency = (flows: readonly Flow[]): Amount[] =>
  [...Map.groupBy(flows, ({ currency }) => currency.code).values()].map((same) => ({
    currency: (same[0] as Flow).currency,
    amount: String(same.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
  }))

function Amounts({ word, amounts }: { word: React.ReactNode; amounts: readonly Amount[] }) {
  return (
    <div>
      <dt className="text-sm text-muted">{word}</dt>
      <dd className="mt-0.5 flex flex-wrap gap-x-5">
        {amounts.length === 0 && <span className="text-muted">Nothing</span>}
        {amounts.map((amount) => (
          <span key={amount.currency.code} className="money text-lg font-semibold">
            {formatMinor(amount.amount, amount.currency.decimals)}{' '}
            <span className="text-[0.8em] font-normal text-muted">{amount.currency.code}</span>
          </span>
        ))}
      </dd>
    </div>
  )
}
