/** Quote of the agent: what is sent, what arrives, and the fee. */
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import type { AgentQuote } from './acting.ts'

export function QuotedPayment({ quote }: { quote: AgentQuote }) {
  const { totalSendingAmount, sendingCurrency, totalReceivingAmount, receivingCurrency, feesIncluded } = quote
  return (
    <section aria-label="Quote of the agent" className="animate-arrive rounded-xl bg-sunken px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 text-lg font-semibold">
        <Money of={{ amount: totalSendingAmount, currency: sendingCurrency }} />
        <Icon name="arrow" className="text-muted" />
        <span className="sr-only">arrives as</span>
        <Money of={{ amount: totalReceivingAmount, currency: receivingCurrency }} />
      </p>
      <p className="text-sm text-muted">
        Fee <Money of={{ amount: feesIncluded, currency: sendingCurrency }} />, included.
      </p>
    </section>
  )
}
