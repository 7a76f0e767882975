/** Decline reasons, and how to trigger each. */
import { CARD_DECLINE_REASONS, type CardDeclineReason } from '../../../../contract/cards/card-transactions.ts'
import { Card } from '../../ui/card.tsx'
import { WAYS_TO_DECLINE } from './merchants.ts'

export function DeclineTable() {
  return (
    <Card title="Decline reasons">
      <dl className="flex flex-col divide-y divide-line text-sm">
        {(Object.keys(CARD_DECLINE_REASONS) as CardDeclineReason[]).map((reason) => (
          <div key={reason} className="py-2.5 first:pt-0 last:pb-0">
            <dt>
              <span className="font-mono text-[0.8rem] font-semibold">{reason}</span>{' '}
              <span className="text-muted">{CARD_DECLINE_REASONS[reason]}</span>
            </dt>
            <dd className="mt-0.5">{WAYS_TO_DECLINE[reason]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
