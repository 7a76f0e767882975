/** Holdings of a rail: its float in each currency, and its last statement compared with the ledger. */
import type { RailHolding, RailStatement } from '../../../../contract/installation/rails.ts'
import { formatMinor } from '../../format/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Currency' },
  { title: 'As of', from: 'md' },
  { title: 'Float', about: 'What the rail holds outside', isRight: true },
  { title: 'In flight', about: 'Payouts that the float still contains', isRight: true },
]

export function Holdings({ holdings }: { holdings: readonly RailHolding[] }) {
  return (
    <Table columns={COLUMNS} headFrom="always" className="mb-4">
      {holdings.map(({ currency: { code, decimals }, float, inFlight, asOf, seenAt }) => (
        <tr key={code}>
          <Cell className="font-medium">{code}</Cell>
          <Cell from="md">
            {asOf} {seenAt && <Ago moment={seenAt} className="text-sm text-muted" />}
          </Cell>
          <Cell isRight className="money">
            {float === undefined ? <span className="text-muted">not seen yet</span> : formatMinor(float, decimals)}
          </Cell>
          <Cell isRight className="money">
            {formatMinor(inFlight, decimals)}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

export function Statement({ statement }: { statement: RailStatement }) {
  const { name, currency, difference, onTheWay, movements, comparedAt } = statement
  const amount = (minor: string) => `${formatMinor(minor, currency.decimals)} ${currency.code}`
  const isEqual = difference === '0' && movements === 0
  return (
    <p className={`mb-4 flex flex-wrap items-center gap-x-1.5 ${isEqual ? '' : 'text-bad'}`}>
      <span className="inline-flex items-baseline gap-1.5">
        <Icon name={isEqual ? 'check' : 'cross'} size="size-3.5" />
        {isEqual
          ? `Statement ${name} agrees with the ledger.`
          : `Statement ${name} differs from the ledger by ${amount(difference)}, in ${movements} ${movements === 1 ? 'movement' : 'movements'}.`}
      </span>
      {onTheWay !== '0' && <span className="text-muted">{amount(onTheWay)} on the way.</span>}
      <Ago moment={comparedAt} className="text-sm text-muted" />
    </p>
  )
}
