/** Latest purchases of a card, to continue with any of them. */
import type { Purchase } from '../../../../contract/cards/card-history.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { shownStatus } from '../cards/purchase.ts'

const SHOWN = 6

interface ReceiptsProps {
  readonly purchases: readonly Purchase[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

export function Receipts({ purchases, chosen, onChoose }: ReceiptsProps) {
  return (
    <Card title="Receipts" className="max-lg:order-last">
      <ul className="-mx-3">
        {purchases.slice(0, SHOWN).map(({ transaction }) => (
          <li key={transaction.id}>
            <button
              type="button"
              aria-pressed={transaction.id === chosen}
              onClick={() => onChoose(transaction.id)}
              className="grid w-full grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 rounded-lg px-3 py-2 text-left hover:bg-sunken aria-pressed:bg-sunken"
            >
              <span className="truncate text-sm font-medium">{transaction.merchant.descriptor}</span>
              <Money of={transaction.authorizedAmount} className="justify-self-end text-sm font-medium" />
              <Ago moment={transaction.authorizedAt} className="text-sm text-muted" />
              <span className="justify-self-end">
                <Status of={shownStatus(transaction)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
