/** Limits and directions of payments in one currency: one of the platform's, or another one that is added. */
import { type SubmitEvent, useState } from 'react'
import type { PlatformCurrencyConfig } from '../../../../contract/platform/config.ts'
import { decimalsOf } from '../../format/currency.ts'
import { formatMinor, parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { ChecksField } from '../../ui/fields/checks-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Problem } from '../../ui/note.tsx'
import { useSaving } from './saving.tsx'

/** Stored settings of a currency; its other fields follow from the rails. */
export type CurrencySettings = Omit<
  PlatformCurrencyConfig,
  'providerRequiredCustomerFields' | 'providerRequiredCounterpartyCustomerFields'
>

const DIRECTIONS = ['OUTGOING', 'INCOMING'] as const

interface CurrencyDialogProps {
  /** The platform's; saving replaces the whole list. */
  readonly all: readonly CurrencySettings[]
  /** Codes that can be added. */
  readonly others: readonly string[]
  readonly edited: CurrencySettings
  readonly onClose: () => void
}

export function CurrencyDialog({ all, others, edited, onClose }: CurrencyDialogProps) {
  const isNew = others.includes(edited.currencyCode)
  const [code, setCode] = useState(edited.currencyCode)
  const decimals = decimalsOf(code)
  const [min, setMin] = useState(formatMinor(edited.minAmount, decimals))
  const [max, setMax] = useState(formatMinor(edited.maxAmount, decimals))
  const [directions, setDirections] = useState(edited.enabledTransactionTypes.join(', '))
  const saving = useSaving(onClose)
  const minAmount = parseMajor(min, decimals)
  const maxAmount = parseMajor(max, decimals)
  const fault = (minor: number | undefined) =>
    minor === undefined ? `Enter an amount with at most ${decimals} decimals.` : undefined
  const kept = all.filter(({ currencyCode }) => currencyCode !== edited.currencyCode)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (minAmount === undefined || maxAmount === undefined) return
    const enabledTransactionTypes = DIRECTIONS.filter((one) => directions.split(', ').includes(one))
    const changed = { ...edited, currencyCode: code, minAmount, maxAmount, enabledTransactionTypes }
    const place = all.findIndex(({ currencyCode }) => currencyCode === code)
    saving.mutate({ supportedCurrencies: place < 0 ? [...all, changed] : all.toSpliced(place, 1, changed) })
  }
  return (
    <Dialog title={isNew ? 'Add a currency' : `Payments in ${code}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        {isNew && (
          <SelectField label="Currency" value={code} onChange={setCode}>
            {others.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        )}
        <AmountField label="Smallest payment" currency={code} value={min} onChange={setMin} fault={fault(minAmount)} />
        <AmountField label="Largest payment" currency={code} value={max} onChange={setMax} fault={fault(maxAmount)} />
        <ChecksField label="Directions" choices={DIRECTIONS} value={directions} onChange={setDirections} />
        <Problem error={saving.error} />
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          {!isNew && (
            <Button
              look="dangerQuiet"
              className="mr-auto"
              disabled={saving.isPending}
              onClick={() => saving.mutate({ supportedCurrencies: [...kept] })}
            >
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={saving.isPending}>
            {saving.isPending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
