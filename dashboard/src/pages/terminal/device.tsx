/** Card reader: a screen with the amount, a keypad, and the card to tap. */
import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { CardTransaction } from '../../../../contract/cards/card-transactions.ts'
import type { Card } from '../../../../contract/cards/cards.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { formatMinor, parseMajor } from '../../format/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { CardFace } from '../cards/card-face.tsx'
import { whyDeclined } from '../cards/purchase.ts'
import { ErrorBanner } from '../wallet/signing/error-banner.tsx'
import { useWalletMutation } from '../wallet/signing/wallet-mutation.ts'
import type { Merchant } from './merchants.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', '⌫'] as const
/** Digits that a screen has room for. */
const TEXT_MAX = 12

interface DeviceProps {
  readonly card: Card
  readonly holder: string
  readonly merchant: Merchant
  readonly onPaid: (id: string) => void
}

export function Device({ card, holder, merchant, onPaid }: DeviceProps) {
  const [text, setText] = useState(merchant.usual)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const tap = useWalletMutation(
    async (amount: number) => {
      const { descriptor, mcc, country } = merchant
      const body = { amount, currency: { code: card.currency ?? '' }, merchant: { descriptor, mcc, country } }
      return recordedApi('sandboxSimulateCardAuthorization', { params: { id: card.id }, body })
    },
    ({ id }) => onPaid(id),
  )
  const decimals = DECIMALS[card.currency ?? ''] ?? 2
  const type = (next: string) => {
    setText(next.slice(0, TEXT_MAX))
    setFault(undefined)
    tap.reset()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const amount = parseMajor(text, decimals)
    setFault(amount ? undefined : `Enter an amount with at most ${decimals} decimals.`)
    if (amount) tap.mutate(amount)
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Terminal" className="device">
      <Screen
        merchant={merchant}
        currency={card.currency ?? ''}
        text={text}
        onType={type}
        field={field}
        fault={fault}
        isAsking={tap.isPending}
        answer={tap.data}
      />
      <div className="grid grid-cols-3 gap-2 p-4">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={key === '⌫' ? 'Delete the last digit' : key === '.' ? 'Decimal point' : key}
            onClick={() => type(pressed(text, key))}
            className="device-key"
          >
            {key}
          </button>
        ))}
      </div>
      <ErrorBanner error={tap.error} />
      <button
        type="submit"
        disabled={tap.isPending}
        className="group relative block w-full overflow-hidden rounded-b-[1.6rem] px-10 pt-4 outline-offset-[-4px] disabled:cursor-progress"
      >
        <span className="flex items-center justify-center gap-2 pb-3 font-semibold text-[#d7ebe6]">
          <Icon name="tap" size="size-5" className="-rotate-90" />
          {tap.isPending ? 'Authorizing …' : 'Tap the card'}
        </span>
        <span
          aria-hidden="true"
          className={`block h-24 transition-transform duration-300 ease-out motion-safe:group-hover:-translate-y-2 ${tap.isPending ? '-translate-y-9' : ''}`}
        >
          <CardFace card={card} holder={holder} className="mx-auto max-w-72 text-[0.9rem]" />
        </span>
      </button>
    </form>
  )
}

/** Of the currencies that cards are in. */
const DECIMALS: Readonly<Record<string, number>> = { USD: 2, USDB: 6 }

const pressed = (text: string, key: (typeof KEYS)[number]): string => {
  if (key === '⌫') return text.slice(0, -1)
  if (key === '.' && text.includes('.')) return text
  return text + key
}

interface ScreenProps {
  readonly merchant: Merchant
  readonly currency: string
  readonly text: string
  readonly onType: (text: string) => void
  readonly field: React.Ref<HTMLInputElement>
  readonly fault: string | undefined
  readonly isAsking: boolean
  readonly answer: CardTransaction | undefined
}

function Screen({ merchant, currency, text, onType, field, fault, isAsking, answer }: ScreenProps) {
  const label = useId()
  const note = useId()
  return (
    <div className="device-screen">
      <p className="truncate text-sm text-[#9fc4bb]">{merchant.descriptor}</p>
      <div className="flex items-baseline gap-3">
        <label id={label} htmlFor={`${label}-field`} className="sr-only">
          Amount
        </label>
        <input
          id={`${label}-field`}
          ref={field}
          value={text}
          onChange={({ target }) => onType(target.value)}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={fault !== undefined}
          aria-describedby={note}
          className="money w-full min-w-0 bg-transparent text-right rounded-md text-4xl font-semibold tracking-tight focus-visible:outline-[#84ddce]"
        />
        <span className="text-lg text-[#9fc4bb]">{currency}</span>
      </div>
      <div id={note} role="status" className="flex min-h-12 items-center justify-center text-center">
        {fault && <p className="text-sm text-[#ffb4ab]">{fault}</p>}
        {!fault && isAsking && <p className="animate-breathe text-sm text-[#9fc4bb]">Authorizing …</p>}
        {!(fault || isAsking) && answer && <Answer key={answer.id} answer={answer} />}
        {!(fault || isAsking || answer) && <p className="text-sm text-[#9fc4bb]">Ready</p>}
      </div>
    </div>
  )
}

function Answer({ answer }: { answer: CardTransaction }) {
  const { authorizedAmount, declineReason } = answer
  if (declineReason)
    return (
      <p className="animate-arrive text-[#ffb4ab]">
        <span className="flex items-center justify-center gap-2 text-lg font-bold">
          <Icon name="cross" size="size-5" />
          Declined
        </span>
        <span className="block text-sm">
          <span className="font-mono">{declineReason}</span> {whyDeclined(answer)}
        </span>
      </p>
    )
  return (
    <p className="animate-arrive text-[#8ff0b8]">
      <span className="flex items-center justify-center gap-2 text-lg font-bold">
        <Icon name="check" size="size-5" />
        Approved
      </span>
      <span className="money block text-sm">
        {formatMinor(authorizedAmount.amount, authorizedAmount.currency.decimals)} {authorizedAmount.currency.code} on
        hold
      </span>
    </p>
  )
}
