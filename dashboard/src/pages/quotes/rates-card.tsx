/** Current exchange rates from one currency, each with its source, spread and age. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ExchangeRate, RateOrigin } from '../../../../contract/payments/exchange-rates.ts'
import { CURRENCY_CODES } from '../../format/currency.ts'
import { formatMinor, formatRate } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { rateOriginsQuery, ratesQuery } from './queries.ts'

/** How many entries of a long list are shown initially. */
const SHOWN = 8

export function RatesCard() {
  const { from = 'USD' } = useSearch({ from: '/quotes' })
  const navigate = useNavigate({ from: '/quotes' })
  const { data, error } = useQuery(ratesQuery(from))
  const { data: known } = useQuery(rateOriginsQuery(from))
  const [isWhole, setWhole] = useState(false)
  const rates = data?.data ?? []
  const [sent] = rates
  const columns: readonly Column[] = [
    { title: 'Currency' },
    { title: `1 ${from}`, isRight: true },
    { title: 'Inverse', isRight: true, from: 'md' },
    {
      title: sent ? `For ${formatMinor(sent.sendingAmount, sent.sourceCurrency.decimals)}, after fees` : '',
      isRight: true,
      from: 'sm',
    },
    { title: 'Source', isRight: true },
  ]
  return (
    <Card title="Rates">
      <div className="max-w-60 pb-2">
        <SelectField
          label="From"
          value={from}
          onChange={(code) =>
            navigate({ search: (before) => ({ ...before, from: code }), replace: true, resetScroll: false })
          }
        >
          {CURRENCY_CODES.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      </div>
      <Problem error={error} />
      {!data && !error && <Waiting lines={6} />}
      {data && rates.length === 0 && (
        <Empty isCompact title="No rates">
          The platform has no other currency that {from} can be exchanged for.
        </Empty>
      )}
      {rates.length > 0 && (
        <Table columns={columns}>
          {rates.slice(0, isWhole ? undefined : SHOWN).map((rate) => (
            <RateRow
              key={rate.destinationCurrency.code}
              rate={rate}
              origin={known?.origins[rate.destinationCurrency.code]}
            />
          ))}
        </Table>
      )}
      {rates.length > SHOWN && (
        <Button look="quiet" size="small" className="mt-2" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${rates.length}`}
        </Button>
      )}
    </Card>
  )
}

function RateRow({ rate, origin }: { rate: ExchangeRate; origin: RateOrigin | undefined }) {
  const { destinationCurrency, exchangeRate, receivingAmount, updatedAt } = rate
  const spread = Number(origin?.spread ?? 0)
  return (
    <tr>
      <Cell>
        {destinationCurrency.code} <span className="text-sm text-muted max-sm:hidden">{destinationCurrency.name}</span>
      </Cell>
      <Cell isRight className="money">
        {formatRate(1 / exchangeRate)}
      </Cell>
      <Cell isRight from="md" className="money text-muted">
        {formatRate(exchangeRate)}
      </Cell>
      <Cell isRight from="sm">
        <Money of={{ amount: receivingAmount, currency: destinationCurrency }} />
      </Cell>
      <Cell isRight className="text-sm">
        {origin?.sources.join(', ')}
        {spread > 0 && <span className="text-muted"> + {(spread * 100).toFixed(2)} % spread</span>}
        <span className="block text-muted">
          <Ago moment={origin?.at ?? updatedAt} />
        </span>
      </Cell>
    </tr>
  )
}
