/** Face of a card: name, number and state. */
import type { Card } from '../../../../contract/cards/cards.ts'
import { Icon } from '../../ui/icon.tsx'

const LOOKS: Readonly<Record<Card['state'], string>> = {
  ACTIVE: 'plastic-usd',
  PENDING_KYC: 'plastic-pending',
  PENDING_ISSUE: 'plastic-pending',
  FROZEN: 'plastic-frozen',
  CLOSED: 'plastic-closed',
}
const BRANDS: Readonly<Record<string, string>> = { VISA: 'VISA', MASTERCARD: 'Mastercard' }
const WORDS: Readonly<Record<string, string>> = {
  PENDING_KYC: 'Pending approval',
  PENDING_ISSUE: 'Being issued …',
  FROZEN: 'Frozen',
  CLOSED: 'Closed',
}

interface CardFaceProps {
  readonly card: Card
  readonly holder: string
  readonly className?: string
}

export function CardFace({ card, holder, className = '' }: CardFaceProps) {
  const { state, brand, last4, expMonth, expYear, currency } = card
  const look = state === 'ACTIVE' && currency === 'USDB' ? 'plastic-usdb' : LOOKS[state]
  return (
    <div className={`plastic ${look} ${className}`}>
      <div className="flex items-start justify-between gap-2">
        <span className="text-[0.95em] font-medium opacity-90">{currency}</span>
        {WORDS[state] ? (
          <span key={state} className="plastic-word animate-arrive">
            {state === 'FROZEN' && <Icon name="snow" size="size-[1em]" />}
            {WORDS[state]}
          </span>
        ) : (
          <Icon name="tap" size="size-[1.7em]" className="opacity-90" />
        )}
      </div>
      <svg
        viewBox="0 0 34 26"
        className="w-[2.6em] shrink-0 opacity-85"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <rect x="1" y="1" width="32" height="24" rx="5" fill="currentColor" fillOpacity="0.18" />
        <path d="M1 9h10M1 17h10M23 9h10M23 17h10M11 1v24M23 1v24" />
      </svg>
      <div className="mt-auto">
        <p className="money text-[1.28em] tracking-[0.12em]">
          <span className="sr-only">{last4 ? `Ends in ${last4}` : 'No number yet'}</span>
          <span aria-hidden="true">•••• •••• •••• {last4 ?? '····'}</span>
        </p>
        <div className="mt-[0.5em] flex items-end justify-between gap-3">
          <p className="min-w-0">
            <span className="block truncate font-medium">{holder}</span>
            <span className="money block text-[0.85em] opacity-90">
              {expMonth && expYear ? `${String(expMonth).padStart(2, '0')}/${expYear % 100}` : ' '}
            </span>
          </p>
          <span className="text-[1.35em] leading-none font-bold tracking-tight italic">{brand && BRANDS[brand]}</span>
        </div>
      </div>
    </div>
  )
}

/** `Visa ··0719`; of a card that has no number yet, the platform's own name for it. */
export function cardName({ brand, last4, platformCardId }: Card): string {
  if (!last4) return platformCardId ?? 'New card'
  return `${brand === 'MASTERCARD' ? 'Mastercard' : 'Visa'} ··${last4}`
}
