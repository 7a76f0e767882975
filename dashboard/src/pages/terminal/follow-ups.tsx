/** Merchant actions after an authorization: clear with a tip or in parts, refund, change the authorized amount. */
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { CardTransaction } from '../../../../contract/cards/card-transactions.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { formatMinor, parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { netCleared } from '../cards/purchase.ts'
import { ErrorBanner } from '../wallet/signing/error-banner.tsx'
import { useWalletMutation } from '../wallet/signing/wallet-mutation.ts'

const TIPS_PERCENT = [10, 15, 20] as const

interface FormProps {
  readonly purchase: CardTransaction
}

type Simulator =
  | 'sandboxSimulateCardClearing'
  | 'sandboxSimulateCardReturn'
  | 'sandboxSimulateCardReturnReversal'
  | 'sandboxSimulateCardAuthorizationAdvice'

/** Simulates a message of the card network. */
function useNetwork({ id, cardId }: CardTransaction, simulator: Simulator) {
  return useWalletMutation((amount: number | undefined) =>
    recordedApi(simulator, {
      params: { id: cardId },
      body: { cardTransactionId: id, ...(amount !== undefined && { amount }) } as never,
    }),
  )
}

export function ClearForm({ purchase }: FormProps) {
  const { authorizedAmount, settlementSummary } = purchase
  const { decimals, code } = authorizedAmount.currency
  const rest = Math.max(0, authorizedAmount.amount - settlementSummary.totalAmount)
  const [text, setText] = useState(plain(rest, decimals))
  const clear = useNetwork(purchase, 'sandboxSimulateCardClearing')
  return (
    <AmountForm
      text={text}
      onType={setText}
      purchase={purchase}
      work={clear}
      word="Clear"
      hint={`${formatMinor(rest, decimals)} ${code} is on hold. A lower amount keeps the rest on hold; a higher amount pulls the difference.`}
      extra={
        <Button size="small" disabled={clear.isPending} onClick={() => clear.mutate(0)}>
          Release the rest
        </Button>
      }
    >
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">Tip</legend>
        <Button size="small" onClick={() => setText(plain(rest, decimals))}>
          No tip
        </Button>
        {TIPS_PERCENT.map((percent) => (
          <Button key={percent} size="small" onClick={() => setText(plain(withTip(rest, percent), decimals))}>
            Tip {percent} %
          </Button>
        ))}
      </fieldset>
    </AmountForm>
  )
}

export function ReturnForm({ purchase }: FormProps) {
  const { decimals, code } = purchase.authorizedAmount.currency
  const most = netCleared(purchase)
  const [text, setText] = useState(plain(most, decimals))
  return (
    <AmountForm
      text={text}
      onType={setText}
      purchase={purchase}
      work={useNetwork(purchase, 'sandboxSimulateCardReturn')}
      word="Return"
      hint={`At most ${formatMinor(most, decimals)} ${code}; the full amount marks the purchase as returned.`}
    />
  )
}

export function AdviceForm({ purchase }: FormProps) {
  const { amount, currency } = purchase.authorizedAmount
  const [text, setText] = useState(plain(amount, currency.decimals))
  return (
    <AmountForm
      text={text}
      onType={setText}
      purchase={purchase}
      work={useNetwork(purchase, 'sandboxSimulateCardAuthorizationAdvice')}
      word="Change authorization"
      hint="The new total. An increase needs an active card and sufficient funds; a decrease releases the difference."
    />
  )
}

export function ReverseForm({ purchase }: FormProps) {
  const reverse = useNetwork(purchase, 'sandboxSimulateCardReturnReversal')
  return (
    <div className="flex flex-col gap-3 rounded-xl bg-sunken p-4">
      <p className="text-sm">The merchant returned everything. Reversing the return pays the merchant again.</p>
      <Button
        size="small"
        className="self-start"
        disabled={reverse.isPending}
        onClick={() => reverse.mutate(undefined)}
      >
        Reverse return
      </Button>
      <ErrorBanner error={reverse.error} />
    </div>
  )
}

interface AmountFormProps extends FormProps {
  readonly text: string
  readonly onType: (text: string) => void
  readonly work: ReturnType<typeof useNetwork>
  readonly word: string
  readonly hint: string
  readonly extra?: ReactNode
  readonly children?: ReactNode
}

function AmountForm({ text, onType, purchase, work, word, hint, extra, children }: AmountFormProps) {
  const { code, decimals } = purchase.authorizedAmount.currency
  const [fault, setFault] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const amount = parseMajor(text, decimals)
    setFault(amount ? undefined : `Enter an amount with at most ${decimals} decimals.`)
    if (amount) work.mutate(amount)
  }
  return (
    <form onSubmit={submit} noValidate aria-label={word} className="flex flex-col gap-3">
      {children}
      <AmountField label={`Amount`} currency={code} value={text} onChange={onType} fault={fault} hint={hint} />
      <ErrorBanner error={work.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" size="small" disabled={work.isPending}>
          {word}
        </Button>
        {extra}
      </div>
    </form>
  )
}

/** As people type it: no separators. */
const plain = (minor: number, decimals: number): string => formatMinor(minor, decimals).replaceAll(',', '')

/** Rounded to a whole minor unit. */
const withTip = (amount: number, percent: number): number => amount + Math.round((amount * percent) / 100)
