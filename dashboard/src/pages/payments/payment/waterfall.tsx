/** Waterfall of a payment: sent, less the fee, converted, received. */
import type { CurrencyAmount } from '../../../../../contract/elements.ts'
import type { Quote } from '../../../../../contract/payments/quotes.ts'
import type { Transaction } from '../../../../../contract/payments/transactions.ts'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { ratesOf } from './rates.ts'

interface Step {
  readonly name: string
  readonly of: CurrencyAmount
  readonly sign?: '−'
  /** Start and end of its bar, as fractions of the amount sent. */
  readonly begins: number
  readonly ends: number
  readonly colour: string
}

export function Waterfall({ transaction, quote }: { transaction: Transaction; quote: Quote | undefined }) {
  const rates = quote ? ratesOf(quote) : []
  return (
    <Card title="Amount">
      <ol className="flex flex-col gap-3.5">
        {stepsOf(transaction).map((step) => (
          <li key={step.name}>
            <div className="flex items-baseline justify-between gap-4">
              <span className="text-muted">{step.name}</span>
              <Money of={step.of} {...(step.sign && { sign: step.sign })} className="font-medium" />
            </div>
            <svg
              viewBox="0 0 100 6"
              preserveAspectRatio="none"
              className="mt-1.5 block h-2 w-full overflow-hidden rounded-full bg-sunken"
              aria-hidden="true"
            >
              <rect
                x={step.begins * 100}
                width={Math.max(0.8, (step.ends - step.begins) * 100)}
                height="6"
                className={step.colour}
              />
            </svg>
          </li>
        ))}
      </ol>
      {rates.length > 0 && (
        <p className="money mt-4 flex flex-wrap gap-x-6 text-sm text-muted">
          {rates.map((rate) => (
            <span key={rate}>{rate}</span>
          ))}
        </p>
      )}
    </Card>
  )
}

/** An amount that has not moved, or was returned, is not labelled as received. */
function namesOf(status: Transaction['status']): { sent: string; received: string } {
  if (status === 'COMPLETED') return { sent: 'Sent', received: 'Received' }
  if (status === 'PROCESSING') return { sent: 'Sent', received: 'To be received' }
  if (status === 'PENDING' || status === 'CREATED') return { sent: 'To be sent', received: 'To be received' }
  return { sent: status === 'EXPIRED' ? 'Not sent' : 'Sent', received: 'Not received' }
}

function stepsOf(transaction: Transaction): Step[] {
  const names = namesOf(transaction.status)
  const arrival = names.received === 'Not received' ? 'fill-edge/40' : 'fill-accent'
  const { receivedAmount: received, fees = 0 } = transaction
  const whole = { begins: 0, ends: 1, colour: arrival }
  if (transaction.type === 'INCOMING') return received ? [{ name: names.received, of: received, ...whole }] : []
  const { sentAmount: sent } = transaction
  const left = (sent.amount - fees) / sent.amount
  const rest = { begins: 0, ends: left }
  const converted = { ...sent, amount: sent.amount - fees }
  const isConverted = received !== undefined && received.currency.code !== sent.currency.code
  const fee: Step = {
    name: 'Fee',
    of: { ...sent, amount: fees },
    sign: '−',
    begins: left - (left > 0.992 ? 0.008 : 0),
    ends: 1,
    colour: 'fill-wait',
  }
  return [
    { name: names.sent, of: sent, begins: 0, ends: 1, colour: 'fill-accent/40' },
    ...(fees > 0 ? [fee] : []),
    ...(isConverted ? [{ name: 'Converted', of: converted, ...rest, colour: 'fill-accent/40' }] : []),
    ...(received ? [{ name: names.received, of: received, ...rest, colour: arrival }] : []),
  ]
}
