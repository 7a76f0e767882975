/** Payment to a UMA address: looks it up, shows the receiver's currencies and limits, and gets a quote to pay it. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { UmaLookup } from '../../../../../contract/payments/receivers.ts'
import type { OwnedAccount } from '../../../../../contract/platform/overview.ts'
import { SANDBOX_UMA_DOMAIN, sentencesOf, UMA_OUTCOMES } from '../../../../../contract/sandbox/outcomes.ts'
import { api } from '../../../api/client.ts'
import { formatMinor } from '../../../format/money.ts'
import { choiceWord } from '../../../format/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Problem } from '../../../ui/note.tsx'
import { Outcomes } from '../../../ui/outcomes.tsx'
import { Cell, type Column, Table } from '../../../ui/table.tsx'
import { OtherBanks } from './other-banks.tsx'
import { PayForm } from './pay-form.tsx'

/**
 * Queries the institution of the address, on behalf of the sender. Not repeated automatically: each lookup is a
 * message.
 */
const lookupQuery = (address: string | undefined, customerId: string | undefined) =>
  queryOptions({
    queryKey: ['uma-lookup', address, customerId],
    queryFn: () => api('lookupUma', { params: { receiverUmaAddress: address ?? '' }, query: { customerId } }),
    enabled: address !== undefined,
    staleTime: 'static',
    meta: { isMessage: true },
  })

interface UmaPaymentProps {
  readonly sources: readonly OwnedAccount[]
  readonly isSandbox: boolean
}

export function UmaPayment({ sources, isSandbox }: UmaPaymentProps) {
  const { address, from, amount = '' } = useSearch({ from: '/payments/new' })
  const source = sources.find(({ id }) => id === from) ?? sources[0]
  const lookup = useQuery(lookupQuery(address, source?.customerId))
  if (!source) return null
  return (
    <>
      <Lookup key={address} sources={sources} source={source} isPending={lookup.isFetching} />
      {isSandbox && !lookup.data && <OtherBanks />}
      {isSandbox && !lookup.data && (
        <Outcomes
          rows={sentencesOf(UMA_OUTCOMES).map(([name, scenario]) => [`$${name}@${SANDBOX_UMA_DOMAIN}`, scenario])}
        >
          A simulated institution has these addresses:
        </Outcomes>
      )}
      <Problem error={lookup.error} />
      {lookup.data && (
        <>
          <Accepted lookup={lookup.data} />
          <PayForm key={lookup.data.lookupId} lookup={lookup.data} source={source} initialAmount={amount} />
        </>
      )}
    </>
  )
}

interface LookupProps {
  readonly sources: readonly OwnedAccount[]
  readonly source: OwnedAccount
  readonly isPending: boolean
}

function Lookup({ sources, source, isPending }: LookupProps) {
  const { address = '' } = useSearch({ from: '/payments/new' })
  const navigate = useNavigate({ from: '/payments/new' })
  const [text, setText] = useState(address)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    navigate({ search: (before) => ({ ...before, address: text.trim() || undefined }), replace: true })
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      <SelectField
        label="From"
        value={source.id}
        onChange={(id) => navigate({ search: (before) => ({ ...before, from: id }), replace: true })}
      >
        {sources.map(({ id, ownerName, balance }) => (
          <option key={id} value={id}>
            {ownerName}: {formatMinor(balance.amount, balance.currency.decimals)} {balance.currency.code}
          </option>
        ))}
      </SelectField>
      <TextField
        label="UMA address"
        hint="Universal Money Addresses work like an email address for money."
        placeholder="$bob@bank.example"
        value={text}
        onChange={setText}
      />
      <Button type="submit" look="primary" disabled={isPending} className="self-start max-sm:w-full">
        {isPending ? 'Looking up …' : 'Look up'}
      </Button>
    </form>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Currency' },
  { title: 'Smallest', isRight: true },
  { title: 'Largest', isRight: true },
]

function Accepted({ lookup }: { lookup: UmaLookup }) {
  return (
    <Card title="What the receiver accepts">
      <Table columns={COLUMNS} headFrom="always">
        {lookup.supportedCurrencies.map(({ currency, min, max }) => (
          <tr key={currency.code}>
            <Cell>
              {currency.code} <span className="text-muted">{currency.name}</span>
            </Cell>
            <Cell isRight className="money">
              {formatMinor(min, currency.decimals)}
            </Cell>
            <Cell isRight className="money">
              {formatMinor(max, currency.decimals)}
            </Cell>
          </tr>
        ))}
      </Table>
      {lookup.requiredPayerDataFields && (
        <p className="mt-3 text-sm text-muted">
          Requested details of the sender:{' '}
          {lookup.requiredPayerDataFields
            .map(({ name, mandatory }) => `${choiceWord(name)}${mandatory ? '' : ' (optional)'}`)
            .join(', ')}
          .
        </p>
      )}
    </Card>
  )
}
