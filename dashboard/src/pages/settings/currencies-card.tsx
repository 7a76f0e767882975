/** Currencies of the platform, with the limits of a payment in each. */
import { useState } from 'react'
import { CURRENCIES, isKnownCurrency } from '../../../../contract/currencies.ts'
import type { PlatformCurrencyConfig } from '../../../../contract/platform/config.ts'
import { CURRENCY_CODES, decimalsOf } from '../../format/currency.ts'
import { formatMinor } from '../../format/money.ts'
import { choiceWord } from '../../format/words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/note.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { CurrencyDialog, type CurrencySettings } from './currency-dialog.tsx'

const COLUMNS: readonly Column[] = [
  { title: 'Currency' },
  { title: 'Directions', from: 'md' },
  { title: 'Required of the counterparty', from: 'lg' },
  { title: 'Smallest payment', isRight: true, from: 'sm' },
  { title: 'Largest payment', isRight: true },
  { title: 'Actions', isRight: true },
]

const settingsOf = ({
  currencyCode,
  minAmount,
  maxAmount,
  requiredCounterpartyFields,
  enabledTransactionTypes,
}: PlatformCurrencyConfig): CurrencySettings => ({
  currencyCode,
  minAmount,
  maxAmount,
  requiredCounterpartyFields,
  enabledTransactionTypes,
})

const NEW: Omit<CurrencySettings, 'currencyCode'> = {
  minAmount: 1,
  maxAmount: 100_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
}

export function CurrenciesCard({ currencies }: { currencies: readonly PlatformCurrencyConfig[] }) {
  const [edited, setEdited] = useState<CurrencySettings>()
  const settings = currencies.map(settingsOf)
  const others = CURRENCY_CODES.filter((code) => !settings.some(({ currencyCode }) => currencyCode === code))
  const [first] = others
  return (
    <Card
      title="Currencies"
      aside={
        first && (
          <Button size="small" data-needs="MANAGE" onClick={() => setEdited({ ...NEW, currencyCode: first })}>
            Add a currency
          </Button>
        )
      }
    >
      {settings.length === 0 && (
        <Empty isCompact title="No currencies">
          Customers hold, send and receive the currencies that are listed here.
        </Empty>
      )}
      {settings.length > 0 && (
        <Table columns={COLUMNS}>
          {settings.map((one) => (
            <Row key={one.currencyCode} settings={one} onEdit={() => setEdited(one)} />
          ))}
        </Table>
      )}
      {edited && <CurrencyDialog all={settings} others={others} edited={edited} onClose={() => setEdited(undefined)} />}
    </Card>
  )
}

function Row({ settings, onEdit }: { settings: CurrencySettings; onEdit: () => void }) {
  const { currencyCode: code, minAmount, maxAmount, enabledTransactionTypes, requiredCounterpartyFields } = settings
  const amount = (minor: number) => formatMinor(minor, decimalsOf(code))
  return (
    <tr>
      <Cell>
        {code}{' '}
        <span className="text-sm text-muted max-sm:hidden">{isKnownCurrency(code) && CURRENCIES[code].name}</span>
      </Cell>
      <Cell from="md">{enabledTransactionTypes.map(choiceWord).join(', ') || 'None'}</Cell>
      <Cell from="lg" className="text-sm">
        {requiredCounterpartyFields.map(({ name }) => choiceWord(name)).join(', ') || '–'}
      </Cell>
      <Cell isRight from="sm" className="money">
        {amount(minAmount)}
      </Cell>
      <Cell isRight className="money">
        {amount(maxAmount)}
      </Cell>
      <Cell isRight>
        <Button size="small" data-needs="MANAGE" onClick={onEdit}>
          Edit<span className="sr-only"> {code}</span>
        </Button>
      </Cell>
    </tr>
  )
}
