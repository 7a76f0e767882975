/** Payment from a wallet: a quote, and its signed execution. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { Quote, QuoteRequest } from '../../../../contract/payments/quotes.ts'
import { useNow } from '../../api/now.ts'
import { partiesQuery } from '../../api/queries.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import type { Wallet } from '../../api/wallet.ts'
import { formatMinor, parseMajor } from '../../format/money.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty } from '../../ui/note.tsx'
import { Ring } from '../../ui/ring.tsx'
import { AccountChoice } from '../payments/account-choice.tsx'
import { ErrorBanner } from './signing/error-banner.tsx'
import { useSignedWallet, useWalletMutation } from './signing/wallet-mutation.ts'

export function Pay({ wallet }: { wallet: Wallet }) {
  const [quote, setQuote] = useState<Quote>()
  const [paid, setPaid] = useState<Quote>()
  const content = () => {
    if (paid) return <Paid quote={paid} onAgain={() => setPaid(undefined)} />
    if (quote) return <Offer quote={quote} wallet={wallet} onPaid={setPaid} onLeave={() => setQuote(undefined)} />
    if (wallet.balance.amount === 0)
      return (
        <Empty isCompact title="No funds">
          Fund the wallet at the top of the page.
        </Empty>
      )
    return <PayForm wallet={wallet} onQuote={setQuote} />
  }
  return <Card title="Pay with a signature">{content()}</Card>
}

function PayForm({ wallet, onQuote }: { wallet: Wallet; onQuote: (quote: Quote) => void }) {
  const { currency } = wallet.balance
  const { data: parties = [] } = useQuery(partiesQuery())
  const [to, setTo] = useState<string>()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const amount = parseMajor(text, currency.decimals)
  const ask = useWalletMutation((body: QuoteRequest) => recordedApi('createQuote', { body }), onQuote)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (to && amount) ask.mutate(buildRequest(wallet.id, to, amount))
  }
  const amountFault = amount ? undefined : `Enter an amount with at most ${currency.decimals} decimals.`
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <AccountChoice
        legend="To"
        options={parties.filter(({ id }) => id !== wallet.id)}
        selected={to}
        onSelect={setTo}
        fault={tried && !to ? 'Choose a recipient.' : undefined}
      />
      <AmountField
        label="Amount"
        currency={currency.code}
        value={text}
        onChange={setText}
        fault={tried ? amountFault : undefined}
        hint={`${formatMinor(wallet.balance.amount, currency.decimals)} ${currency.code} available; the fee is included.`}
      />
      <ErrorBanner error={ask.error} />
      <Button type="submit" disabled={ask.isPending} className="self-start max-sm:w-full">
        {ask.isPending ? 'Getting a rate …' : 'Get a quote'}
      </Button>
    </form>
  )
}

const buildRequest = (walletId: Wallet['id'], to: string, amount: number): QuoteRequest => ({
  source: { sourceType: 'ACCOUNT', accountId: walletId },
  destination: { destinationType: 'ACCOUNT', accountId: to as Wallet['id'] },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: amount,
})

const sentOf = ({ totalSendingAmount, sendingCurrency: { decimals, code } }: Quote): string =>
  `${formatMinor(totalSendingAmount, decimals)} ${code}`

interface OfferProps {
  readonly quote: Quote
  readonly wallet: Wallet
  readonly onPaid: (quote: Quote) => void
  readonly onLeave: () => void
}

function Offer({ quote, wallet, onPaid, onLeave }: OfferProps) {
  const signed = useSignedWallet(wallet.id)
  const isOver = Date.parse(quote.expiresAt) <= useNow(1000)
  const pay = useWalletMutation(
    // The quote is paid once, however often this is pressed.
    async () => signed?.executeQuote(quote.id, quote.id),
    (executed) => {
      if (!executed) return
      onLeave()
      onPaid(executed)
    },
  )
  return (
    <section aria-label="Quote" className="flex animate-arrive flex-col gap-4">
      <div className="flex items-center gap-5">
        <Ring from={quote.createdAt} to={quote.expiresAt} />
        <div>
          <p className="text-muted">{isOver ? 'This rate has expired.' : `Recipient gets, for ${sentOf(quote)}`}</p>
          <Money
            of={{ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }}
            className="text-2xl font-semibold"
          />
        </div>
      </div>
      {!signed && <p className="text-muted">Paying needs a signature. Sign in with a credential.</p>}
      <ErrorBanner error={pay.error} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" disabled={!signed || isOver || pay.isPending} onClick={() => pay.mutate()}>
          {pay.isPending ? 'Paying …' : `Sign and pay ${sentOf(quote)}`}
        </Button>
        <Button look="quiet" onClick={onLeave}>
          {isOver ? 'Get a new rate' : 'Change'}
        </Button>
      </div>
    </section>
  )
}

function Paid({ quote, onAgain }: { quote: Quote; onAgain: () => void }) {
  return (
    <div role="status" className="flex animate-arrive flex-wrap items-center justify-between gap-4">
      <p>
        <span className="font-medium text-done">Signed and accepted.</span> {sentOf(quote)} left the wallet.
      </p>
      <span className="flex gap-3">
        <Link to="/payments/$id" params={{ id: quote.transactionId }} className={buttonClass({ size: 'small' })}>
          View payment
        </Link>
        <Button size="small" look="quiet" onClick={onAgain}>
          Pay again
        </Button>
      </span>
    </div>
  )
}
