/** Page that creates a payment. Its quote creates the transaction, which has its own page. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { QuoteRequest } from '../../../../contract/payments/quotes.ts'
import type { OwnedAccount } from '../../../../contract/platform/overview.ts'
import { api } from '../../api/client.ts'
import { overviewQuery, partiesQuery } from '../../api/queries.ts'
import { formatMinor, parseMajor } from '../../format/money.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { ChoiceCards } from '../../ui/fields/choice-cards.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { AccountChoice } from './account-choice.tsx'
import { UmaPayment } from './uma/uma-payment.tsx'

export function NewPaymentPage() {
  const { data, error } = useQuery(overviewQuery)
  const sources = data?.accounts.filter(
    ({ status, balance, type }) => status === 'ACTIVE' && type !== 'EMBEDDED_WALLET' && balance.amount > 0,
  )
  const { to } = useSearch({ from: '/payments/new' })
  const isUma = to === UMA
  const fundable = data?.accounts.find(({ status }) => status === 'ACTIVE')
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <title>Make a payment · Causeway</title>
      <h1 className="text-2xl font-semibold tracking-tight">Make a payment</h1>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {sources?.length === 0 && (
        <Empty
          title="No account has funds"
          action={
            data?.mode === 'sandbox' && (
              <Link to="/" search={{ fund: fundable?.id }} className={buttonClass({ look: 'primary' })}>
                Fund an account
              </Link>
            )
          }
        >
          Fund one of your accounts first.
        </Empty>
      )}
      {sources && sources.length > 0 && (
        <>
          <Kind />
          {isUma ? (
            <UmaPayment sources={sources} isSandbox={data?.mode === 'sandbox'} />
          ) : (
            <PaymentForm sources={sources} />
          )}
        </>
      )}
    </div>
  )
}

/** In the address: the recipient is a UMA address. */
const UMA = 'uma'

function Kind() {
  const { to } = useSearch({ from: '/payments/new' })
  const navigate = useNavigate({ from: '/payments/new' })
  return (
    <ChoiceCards
      legend="Recipient"
      selected={to === UMA ? 'UMA' : 'ACCOUNT'}
      onSelect={(kind) =>
        navigate({
          search: ({ from, amount }) => ({ from, amount, to: kind === 'UMA' ? UMA : undefined }),
          replace: true,
          resetScroll: false,
        })
      }
      options={[
        { value: 'ACCOUNT', title: 'An account', detail: 'A bank account, or an account of a customer' },
        { value: 'UMA', title: 'A UMA address', detail: 'At another institution: $name@institution' },
      ]}
    />
  )
}

function PaymentForm({ sources }: { sources: readonly OwnedAccount[] }) {
  const { from, to, amount = '' } = useSearch({ from: '/payments/new' })
  const navigate = useNavigate({ from: '/payments/new' })
  const { data: parties = [], error } = useQuery(partiesQuery())
  // Not all accounts are offered; one named in the address always is.
  const { data: named = [] } = useQuery(partiesQuery(to ? [to] : []))
  const [tried, setTried] = useState(false)
  const set = (change: { from?: string; to?: string; amount?: string }) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })

  const source = sources.find(({ id }) => id === from) ?? sources[0]
  const others = named.filter(({ id }) => id === to && !parties.some((party) => party.id === id))
  const destinations = [...others, ...parties].filter(({ id }) => id !== source?.id)
  const destination = destinations.find(({ id }) => id === to)
  const faults = { to: destination ? undefined : 'Choose a recipient.', amount: source && amountFault(amount, source) }

  const quote = useMutation({
    mutationFn: (body: QuoteRequest) => api('createQuote', { body }),
    onSuccess: ({ transactionId }) => navigate({ to: '/payments/$id', params: { id: transactionId } }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (source && destination && !faults.amount) quote.mutate(buildRequest(source, destination.id, amount))
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-6 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      <AccountChoice
        legend="From"
        selected={source?.id}
        onSelect={(id) => set({ from: id })}
        options={sources.map(sourceOption)}
      />
      <AccountChoice
        legend="To"
        selected={destination?.id}
        onSelect={(id) => set({ to: id })}
        options={destinations}
        fault={tried ? faults.to : undefined}
      />
      <AmountField
        label="Amount"
        currency={source?.balance.currency.code ?? ''}
        value={amount}
        onChange={(text) => set({ amount: text })}
        fault={tried ? faults.amount : undefined}
        hint={
          source &&
          `${formatMinor(source.balance.amount, source.balance.currency.decimals)} ${source.balance.currency.code} available; the fee is included.`
        }
      />
      <Problem error={quote.error ?? error} />
      <Button type="submit" look="primary" disabled={quote.isPending}>
        {quote.isPending ? 'Getting a rate …' : 'Get a quote'}
      </Button>
    </form>
  )
}

const sourceOption = ({ id, ownerName, balance }: OwnedAccount) => ({
  id,
  name: ownerName,
  detail: balance.currency.name,
  currency: balance.currency.code,
  isExternal: false,
  holds: balance,
})

const buildRequest = (source: OwnedAccount, destinationId: string, amount: string): QuoteRequest => ({
  source: { sourceType: 'ACCOUNT', accountId: source.id },
  destination: { destinationType: 'ACCOUNT', accountId: destinationId as `ExternalAccount:${string}` },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: parseMajor(amount, source.balance.currency.decimals) as number,
})

function amountFault(text: string, { balance: { amount, currency } }: OwnedAccount): string | undefined {
  const minor = parseMajor(text, currency.decimals)
  if (!minor) return `Enter an amount with at most ${currency.decimals} decimals.`
  return minor > amount ? `Only ${formatMinor(amount, currency.decimals)} ${currency.code} can be spent.` : undefined
}
