/** Form that gets a quote for a payment to a looked-up UMA address, with either side locked. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import type { UmaLookup } from '../../../../../contract/payments/receivers.ts'
import type { OwnedAccount } from '../../../../../contract/platform/overview.ts'
import { api } from '../../../api/client.ts'
import { parseMajor } from '../../../format/money.ts'
import { choiceWord } from '../../../format/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Problem } from '../../../ui/note.tsx'

interface PayFormProps {
  readonly lookup: UmaLookup
  readonly source: OwnedAccount
  /** In the source's currency. */
  readonly initialAmount: string
}

export function PayForm({ lookup, source, initialAmount }: PayFormProps) {
  const navigate = useNavigate()
  const currencies = lookup.supportedCurrencies.map(({ currency }) => currency)
  const [code, setCode] = useState(currencies[0]?.code ?? '')
  const [side, setSide] = useState<'SENDING' | 'RECEIVING'>('SENDING')
  const [amount, setAmount] = useState(initialAmount)
  const [details, setDetails] = useState<Readonly<Record<string, string>>>({ FULL_NAME: source.ownerName })
  const [isTried, setTried] = useState(false)
  const fields = lookup.requiredPayerDataFields ?? []
  const receiving = currencies.find((currency) => currency.code === code)
  const locked = side === 'SENDING' ? source.balance.currency : receiving
  const minor = locked && parseMajor(amount, locked.decimals)
  const isMissing = (name: string, mandatory: boolean) => isTried && mandatory && !details[name]?.trim()

  const quote = useMutation({
    mutationFn: (body: QuoteRequest) => api('createQuote', { body }),
    onSuccess: ({ transactionId }) => navigate({ to: '/payments/$id', params: { id: transactionId } }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!minor || fields.some(({ name, mandatory }) => mandatory && !details[name]?.trim())) return
    const given = fields.flatMap(({ name }) => (details[name]?.trim() ? [[name, details[name].trim()] as const] : []))
    quote.mutate({
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: lookup.receiverUmaAddress, currency: code },
      lookupId: lookup.lookupId,
      lockedCurrencySide: side,
      lockedCurrencyAmount: minor,
      ...(given.length > 0 && { senderCustomerInfo: Object.fromEntries(given) }),
    })
  }
  return (
    <Card title={`Pay ${lookup.receiverUmaAddress}`}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
        {currencies.length > 1 && (
          <SelectField label="Receiver gets" value={code} onChange={setCode}>
            {currencies.map((currency) => (
              <option key={currency.code} value={currency.code}>
                {currency.code} · {currency.name}
              </option>
            ))}
          </SelectField>
        )}
        <ChoiceCards
          legend="Fixed amount"
          selected={side}
          onSelect={setSide}
          options={[
            { value: 'SENDING', title: 'What is sent', detail: `In ${source.balance.currency.code}, fees included` },
            { value: 'RECEIVING', title: 'What is received', detail: `In ${code}` },
          ]}
        />
        <AmountField
          label="Amount"
          currency={locked?.code ?? ''}
          value={amount}
          onChange={setAmount}
          fault={isTried && !minor ? `Enter an amount with at most ${locked?.decimals ?? 0} decimals.` : undefined}
        />
        {fields.map(({ name, mandatory }) => (
          <TextField
            key={name}
            label={`Sender: ${choiceWord(name).toLowerCase()}${mandatory ? '' : ' (optional)'}`}
            value={details[name] ?? ''}
            onChange={(text) => setDetails((before) => ({ ...before, [name]: text }))}
            fault={isMissing(name, mandatory) ? 'Fill this in.' : undefined}
          />
        ))}
        <Problem error={quote.error} />
        <Button
          data-needs="TRANSACT"
          type="submit"
          look="primary"
          disabled={quote.isPending}
          className="self-start max-sm:w-full"
        >
          {quote.isPending ? 'Getting a rate …' : 'Get a quote'}
        </Button>
      </form>
    </Card>
  )
}
