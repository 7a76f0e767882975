/** Items that wait for an operator: the first card of the home page, absent when there are none. */
import { Link } from '@tanstack/react-router'
import type { AttentionItem } from '../../../../contract/platform/overview.ts'
import { useSession } from '../../api/session.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'

export function AttentionCard({ attention }: { attention: readonly AttentionItem[] }) {
  const isDesk = useSession()?.signIn === 'PASSKEY'
  if (attention.length === 0) return null
  return (
    <Card title="Needs attention">
      <ul className="divide-y divide-line">
        {attention.map((item) => (
          <li
            key={item.since + item.reason}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p>{item.reason}</p>
              <p className="text-sm text-muted">
                {item.command && (
                  <>
                    <code className="font-mono text-[0.8rem]">{item.command}</code>
                    {' · '}
                  </>
                )}
                <Ago moment={item.since} />
              </p>
            </div>
            <span className="flex items-baseline gap-4">
              {isDesk && item.command === TASKS && (
                <Link to="/tasks" className={LINK}>
                  Resolve
                </Link>
              )}
              <Subject item={item} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Command whose actions are also on the page *Tasks*. */
const TASKS = 'causeway tasks list'
const LINK = 'rounded text-accent hover:underline'

function Subject({ item: { paymentId, cardId } }: { item: AttentionItem }) {
  if (paymentId)
    return (
      <Link to="/payments/$id" params={{ id: paymentId }} className={LINK}>
        View payment
      </Link>
    )
  if (cardId)
    return (
      <Link to="/cards/$id" params={{ id: cardId }} className={LINK}>
        View card
      </Link>
    )
  return null
}
