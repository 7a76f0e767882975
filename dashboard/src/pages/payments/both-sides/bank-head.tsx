/** Head of one bank's column: who pays or is paid there, and its trial balance. */
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { Status } from '../../../ui/status.tsx'
import { amountsOf } from '../ends.ts'
import type { PaymentSide } from './sides.ts'

export function BankHead({ side, as }: { side: PaymentSide; as: 'SENDER' | 'RECEIVER' }) {
  const { bank, transaction, ownerName, sums } = side
  const isBalanced = sums.every(({ amount }) => amount === '0')
  const { sent, received } = amountsOf(transaction)
  const amount = as === 'SENDER' ? sent : received
  return (
    <section
      aria-label={bank.name}
      className={`min-w-0 px-5 py-4 ${as === 'RECEIVER' ? 'border-line max-lg:border-t lg:text-right' : ''}`}
    >
      <p className="text-sm text-muted">{as === 'SENDER' ? 'Sender' : 'Receiver'}</p>
      <h2 className="text-lg font-semibold">
        {bank.name} <span className="font-mono text-[0.8rem] font-normal text-muted">{bank.umaDomain}</span>
      </h2>
      <p className={`mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 ${as === 'RECEIVER' ? 'lg:justify-end' : ''}`}>
        <span className="font-medium">{ownerName}</span>
        {amount && <Money of={amount} sign={as === 'SENDER' ? '−' : '+'} />}
        <Status of={transaction.status} />
      </p>
      <p
        data-testid={`trial-balance-${as.toLowerCase()}`}
        className={`mt-2 inline-flex items-center gap-1.5 text-sm ${isBalanced ? 'text-done' : 'text-bad'}`}
      >
        <Icon name={isBalanced ? 'check' : 'cross'} size="size-3.5" />
        Trial balance: {isBalanced ? `zero in ${currencies(sums.length)}` : 'not zero'}
      </p>
    </section>
  )
}

const currencies = (count: number): string => (count === 1 ? 'one currency' : `all of ${count} currencies`)
