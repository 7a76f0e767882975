/** Link from the wallet back to the card that asked for the sign-in. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cardQuery, holdingsQuery } from '../../api/cards.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useHeld } from '../wallet/signing/held-sessions.ts'
import { cardName } from './card-face.tsx'

export function CardLink({ cardId }: { cardId: string }) {
  const { data } = useQuery(cardQuery(cardId))
  const { data: holdings } = useQuery(holdingsQuery(data?.card.cardholderId))
  const { signing } = useHeld(holdings?.find(({ type }) => type === 'EMBEDDED_WALLET')?.id ?? '')
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center justify-between gap-3 rounded-xl px-5 py-3 ${signing ? 'bg-done-soft text-done' : 'bg-wait-soft text-wait'}`}
    >
      <p>
        {signing
          ? 'You are signed in. The session can sign for the card.'
          : 'Sign in to this wallet with one of its credentials to sign for the card.'}
      </p>
      <Link
        to="/cards/$id"
        params={{ id: cardId }}
        className={buttonClass({ size: 'small', look: signing ? 'primary' : 'plain' })}
      >
        Back to {data ? cardName(data.card) : 'the card'}
      </Link>
    </div>
  )
}
