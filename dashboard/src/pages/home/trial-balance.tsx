/** Trial balance: in each currency all accounts sum to zero. */
import type { TrialBalanceLine } from '../../../../contract/ledger/balances.ts'
import { formatMinor } from '../../format/money.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/table.tsx'
import { placesOf, placeTitle } from './places.ts'

export function TrialBalance({ lines }: { lines: readonly TrialBalanceLine[] }) {
  if (lines.length === 0) return null
  const currencies = [...Map.groupBy(lines, ({ currency }) => currency.code)].sort(([a], [b]) => (a < b ? -1 : 1))
  const balanced = currencies.every(([, held]) => sumOf(held) === 0n)
  const about = new Map(lines.map((line) => [line.place, line.about]))
  const places = placesOf(lines)
  return (
    <Card title="Trial balance" aside={<Verdict balanced={balanced} />}>
      <p className="mb-3 text-muted">Double-entry bookkeeping: across all accounts, each currency sums to zero.</p>
      <Table
        headFrom="md"
        className="md:table-fixed"
        columns={[
          { title: 'Currency' },
          ...places.map((place) => ({ title: placeTitle(place), about: about.get(place), isRight: true })),
          { title: 'Sum', isRight: true, isStrong: true },
        ]}
      >
        {currencies.map(([code, held]) => (
          <CurrencyRow key={code} code={code} held={held} places={places} />
        ))}
      </Table>
    </Card>
  )
}

function CurrencyRow({
  code,
  held,
  places,
}: {
  code: string
  held: readonly TrialBalanceLine[]
  places: readonly string[]
}) {
  const decimals = held[0]?.currency.decimals ?? 2
  return (
    <tr className="max-md:block max-md:py-3">
      <th scope="row" className="py-2.5 pr-4 text-left font-medium max-md:block max-md:p-0">
        {code}
      </th>
      {places.map((place) => {
        const amount = held.find((line) => line.place === place)?.amount
        return (
          <td key={place} data-label={placeTitle(place)} className={`${CELL} ${amount ? '' : 'max-md:hidden'}`}>
            {amount ? formatMinor(amount, decimals) : <span className="text-muted">–</span>}
          </td>
        )
      })}
      <td data-label="Sum" data-testid={`sum-${code}`} className={`${CELL} font-semibold`}>
        {formatMinor(sumOf(held), decimals)}
      </td>
    </tr>
  )
}

/** On a phone each row is a small list with labelled cells. */
const CELL =
  'money py-2.5 pl-4 text-right max-md:flex max-md:justify-between max-md:py-0.5 max-md:pl-0 max-md:before:font-normal max-md:before:text-muted max-md:before:content-[attr(data-label)]'

const sumOf = (lines: readonly TrialBalanceLine[]): bigint =>
  lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

function Verdict({ balanced }: { balanced: boolean }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-sm font-medium ${balanced ? 'bg-done-soft text-done' : 'bg-bad-soft text-bad'}`}
    >
      <Icon name={balanced ? 'check' : 'cross'} size="size-3.5" />
      {balanced ? 'Balanced' : 'Not balanced'}
    </span>
  )
}
