/** Card operations: what each one does. */
import type { CardUpdateRequest } from '../../../contract/cards/cards.ts'
import { bareId } from '../../core/ids.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { CardIssuer, IssuedCard } from '../../providers/card-issuer/port.ts'
import { type Card, presentCard } from './card.ts'
import { createCard } from './create-card.ts'
import { delegatedKeyApi } from './delegated-keys/api.ts'
import { cardTransactionApi } from './purchases/api.ts'
import { getCardById, listCardholderWallets, listCards } from './queries.ts'
import { updateCardById } from './update-card-by-id.ts'

type Ids = 'createCard' | 'listCards' | 'getCardById' | 'updateCardById'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly cardIssuer: CardIssuer | undefined
}

/** All operations of cards, card transactions and delegated keys. */
export const cardApi = (needs: Needs) => ({
  ...cardHandlers(needs),
  ...cardTransactionApi(needs),
  ...delegatedKeyApi(needs),
})

function cardHandlers({ store, pages, cardIssuer }: Needs): HandlersOf<Ids> {
  const issuer = () => cardIssuer ?? refuse('NOT_IMPLEMENTED', 'No card issuer is connected to this installation')
  return {
    createCard: {
      command: ({ body }) => {
        const cardIssuer = issuer()
        return (rows) => presentCard(createCard(rows, { issuer: cardIssuer, request: body }))
      },
    },
    listCards: { read: ({ platformId, query }) => listCards(store, pages, platformId, query) },
    getCardById: {
      read: async ({ caller, platformId, params }) => {
        const card = await getCardById(store, platformId, bareId(params.id))
        // A token that may only VIEW must not see the card number, with which it could pay.
        const mayPay = caller.permissions.includes('TRANSACT')
        return presentCard(card, mayPay && isShowable(card) ? await issuer().embedUrl(faceOf(card)) : undefined)
      },
    },
    updateCardById: {
      prepare: async ({ platformId, params, body, signer }) => {
        refuseContradiction(body)
        const cardId = bareId(params.id)
        const walletIds = await listCardholderWallets(store, platformId, cardId)
        const objectionTo = (accountId: string) => cardIssuer?.objectionTo(accountId)
        const update = { cardId, request: body, issuer: { objectionTo }, walletIds }
        return (rows) => presentCard(updateCardById(rows, update, signer))
      },
    },
  }
}

/** Whether the card was issued and is not closed. */
const isShowable = (card: Card): card is Card & IssuedCard =>
  card.issuerRef !== null && (card.status === 'ACTIVE' || card.status === 'FROZEN')

const faceOf = ({ id, brand, last4, expMonth, expYear, issuerRef }: Card & IssuedCard) => ({
  cardId: id,
  brand,
  last4,
  expMonth,
  expYear,
  issuerRef,
})

function refuseContradiction({ state, fundingSources, maxSpendPerTransaction }: CardUpdateRequest): void {
  if (state === undefined && fundingSources === undefined && maxSpendPerTransaction === undefined)
    refuseField('INVALID_INPUT', 'body', 'must have state, fundingSources or maxSpendPerTransaction')
  if (state === 'CLOSED' && maxSpendPerTransaction !== undefined)
    refuseField('INVALID_INPUT', 'maxSpendPerTransaction', 'cannot be changed together with closing the card')
  if (state === 'CLOSED' && fundingSources)
    refuseField('INVALID_INPUT', 'fundingSources', 'cannot be changed together with closing the card')
}
