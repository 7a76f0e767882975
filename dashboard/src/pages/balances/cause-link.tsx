/** Link from a ledger entry or hold to its payment or purchase. */
import { Link } from '@tanstack/react-router'
import type { LedgerCause } from '../../../../contract/ledger/postings.ts'

const LOOK = 'block truncate rounded font-medium text-accent hover:underline'

export function CauseLink({ cause: { kind, id, label, cardId } }: { cause: LedgerCause }) {
  if (kind === 'CARD' && cardId)
    return (
      <Link to="/cards/$id" params={{ id: cardId }} search={{ purchase: id }} className={LOOK}>
        {label ?? 'Purchase by card'}
      </Link>
    )
  return (
    <Link to="/payments/$id" params={{ id }} className={LOOK}>
      {label ?? 'Payment'}
    </Link>
  )
}
