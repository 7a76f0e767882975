/** Changes to a card: who must sign them, and a link to the wallet when there is no session. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Card, CardUpdateRequest } from '../../../../contract/cards/cards.ts'
import { cardQuery, holdingsQuery } from '../../api/cards.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSignedWallet, useWalletMutation } from '../wallet/signing/wallet-mutation.ts'

export type CardChange = ReturnType<typeof useCardChange>

/** The wallet session of this window signs. A cardholder without a wallet needs no signature. */
export function useCardChange({ id, cardholderId }: Card, onDone: () => void = () => {}) {
  const { data } = useQuery(holdingsQuery(cardholderId))
  const wallet = data?.find(({ type, status }) => type === 'EMBEDDED_WALLET' && status !== 'CLOSED')
  const signed = useSignedWallet(wallet?.id ?? '')
  const client = useQueryClient()
  const work = useWalletMutation(
    (change: CardUpdateRequest): Promise<Card> =>
      signed ? signed.updateCard(id, change) : recordedApi('updateCardById', { params: { id }, body: change }),
    (card) => {
      // Shown immediately; otherwise the old card would flash up.
      client.setQueryData(cardQuery(id).queryKey, (history) => history && { ...history, card })
      onDone()
    },
  )
  const isSigned = wallet !== undefined
  return { ...work, isSigned, isAllowed: data !== undefined && (!isSigned || signed !== undefined) }
}

/** Text beside the buttons. */
export function SigningNote({ card, change: { isSigned, isAllowed } }: { card: Card; change: CardChange }) {
  if (isAllowed)
    return (
      <p className="text-sm text-muted">
        {isSigned
          ? 'Each change is signed by the wallet session in this window, after you have reviewed it.'
          : 'The cardholder has no wallet, so no signature is needed.'}
      </p>
    )
  return isSigned ? <SignInToWallet card={card} /> : null
}

/** Link to the wallet, and back to the card. */
export function SignInToWallet({ card }: { card: Card }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-wait-soft px-4 py-3 text-wait">
      <p className="min-w-0 flex-1 basis-52">
        This needs a signature of the cardholder’s wallet, which has no session in this window.
      </p>
      <Link
        to="/wallet"
        search={{ customer: card.cardholderId, card: card.id }}
        className={buttonClass({ size: 'small' })}
      >
        Sign in to the wallet
        <Icon name="arrow" size="size-3.5" />
      </Link>
    </div>
  )
}
