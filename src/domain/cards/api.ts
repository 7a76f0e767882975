/** Owns what each card operation does. */
import type { CardUpdateRequest } from '../../../contract/cards/cards.ts'
import { bareId } from '../../core/ids.ts'
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { CardIssuer, IssuedCard } from '../../providers/card-issuer/port.ts'
import { issueCard } from './issue-card.ts'
import { presentCard, presentCardTransaction } from './present.ts'
import { getCard, getCardTransaction, listCards, listCardTransactions, walletsOfCardholder } from './queries.ts'
import type { Card } from './tables.ts'
import { updateCard } from './update-card.ts'

type Ids =
  | 'createCard'
  | 'listCards'
  | 'getCardById'
  | 'updateCardById'
  | 'listCardTransactions'
  | 'getCardTransactionById'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly cardIssuer: CardIssuer | undefined
}

export function cardApi({ store, pages, cardIssuer }: Needs): HandlersOf<Ids> {
  const issuer = () =>
    cardIssuer ?? refuse('NOT_IMPLEMENTED', 'No card issuer is connected to this installation, so there are no cards')
  return {
    createCard: {
      command: ({ body }) => {
        const asked = issuer()
        return (rows) => presentCard(issueCard(rows, asked, body))
      },
    },
    listCards: { read: ({ platformId, query }) => listCards(store, pages, platformId, query) },
    getCardById: {
      read: async ({ caller, platformId, params }) => {
        const card = await getCard(store, platformId, bareId(params.id))
        // Whoever may only look must not learn the number of a card and pay with it.
        const mayPay = caller.permissions.includes('TRANSACT')
        return presentCard(card, mayPay && isShowable(card) ? await issuer().embedUrl(faceOf(card)) : undefined)
      },
    },
    updateCardById: {
      prepare: async ({ platformId, params, body, signer }) => {
        refuseContradiction(body)
        const cardId = bareId(params.id)
        const walletIds = await walletsOfCardholder(store, platformId, cardId)
        const objectionTo = (accountId: string) => cardIssuer?.objectionTo(accountId)
        return (rows) => presentCard(updateCard(rows, cardId, body, { issuer: { objectionTo }, walletIds, signer }))
      },
    },
    listCardTransactions: { read: ({ platformId, query }) => listCardTransactions(store, pages, platformId, query) },
    getCardTransactionById: {
      read: async ({ platformId, params }) =>
        presentCardTransaction(await getCardTransaction(store, platformId, bareId(params.id))),
    },
  }
}

/** A card that was issued, and is not closed. */
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
