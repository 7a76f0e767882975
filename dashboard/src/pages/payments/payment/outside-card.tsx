/** Payment outside: the rail that carries it, and what the rail knows about it, such as the transaction on a chain. */
import type { OutsideFact, PaymentOutside } from '../../../../../contract/payments/transaction-history.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copy.tsx'
import { OnChain } from '../../chains/on-chain.tsx'

/** Longer values are ids and addresses, which people copy. */
const COPIED_FROM = 30
const SHOWN_MAX = 44

export function OutsideCard({ outside: { rail, facts } }: { outside: PaymentOutside }) {
  return (
    <Card title="Outside">
      <dl className="grid grid-cols-1 gap-x-12 gap-y-1 lg:grid-cols-2">
        {[{ name: 'Rail', value: rail }, ...facts].map((fact) => (
          <div key={fact.name} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="shrink-0 text-muted">{fact.name}</dt>
            <dd className="flex min-w-0 items-center justify-end gap-2 truncate text-right">
              <Value rail={rail} fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Value({ rail, fact: { name, value, shows } }: { rail: string; fact: OutsideFact }) {
  if (shows) return <OnChain rail={rail} shows={shows} value={value} shown={shorten(value)} />
  return value.length < COPIED_FROM ? value : <Copyable text={value} label={name} shown={shorten(value)} />
}

const shorten = (value: string): string =>
  value.length > SHOWN_MAX ? `${value.slice(0, 20)}…${value.slice(-12)}` : value
