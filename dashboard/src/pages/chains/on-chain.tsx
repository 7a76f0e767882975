/** Link to a transaction or block on the chain pages of a rail. */
import { Link } from '@tanstack/react-router'

interface OnChainProps {
  readonly rail: string
  readonly shows: 'TRANSACTION' | 'BLOCK'
  /** Hash of the transaction, or number of the block. */
  readonly value: string
  readonly shown?: string
}

const LOOK = 'truncate rounded font-mono text-sm text-accent hover:underline'

export function OnChain({ rail: id, shows, value, shown = value }: OnChainProps) {
  return shows === 'BLOCK' ? (
    <Link to="/chains/$id/blocks/$number" params={{ id, number: value }} className={LOOK} title={value}>
      {shown}
    </Link>
  ) : (
    <Link to="/chains/$id/transactions/$hash" params={{ id, hash: value }} className={LOOK} title={value}>
      {shown}
    </Link>
  )
}
