/** Card resource: table, state machine, presenter. Card numbers and security codes are not stored anywhere. */
import { cardLifecycle } from '../../../contract/cards/card-lifecycle.ts'
import type { Card as WireCard } from '../../../contract/cards/cards.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import { wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { int, json, money, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import type { Machine } from '../../infra/state-machines/move.ts'

export const cards = table(
  'cards',
  {
    id: uuid,
    /** The `state` of the API. */
    status: text<StateOf<typeof cardLifecycle>>(),
    stateReason: orNull(text<'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SERVICE'>()),
    cardholderId: uuid,
    platformCustomerId: text(),
    /** The card's own id if the platform has set none. */
    platformCardId: text(),
    /** Bare ids of accounts, in the order in which they are tried. */
    fundingSources: json<readonly string[]>(),
    currency: text(),
    brand: orNull(text<'VISA' | 'MASTERCARD'>()),
    last4: orNull(text()),
    expMonth: orNull(int),
    expYear: orNull(int),
    issuerRef: orNull(text()),
    version: int,
    createdAt: time,
    updatedAt: time,
    /** Cap on one purchase, minor units; null: no cap. */
    maxSpend: orNull(money),
    /** Wallets that may pay: bare account id → bare id of the ACTIVE delegated key. */
    consents: json<Readonly<Record<string, string>>>(),
  },
  {
    resource: 'Card',
    changing: [
      'status',
      'stateReason',
      'fundingSources',
      'brand',
      'last4',
      'expMonth',
      'expYear',
      'issuerRef',
      'version',
      'updatedAt',
      'maxSpend',
      'consents',
    ],
    cached: true,
  },
)

export type Card = Row<typeof cards>

/** Events omit `panEmbedUrl`: a reader of events does not need the card number. */
export const cardMachine: Machine<Card, keyof typeof cardLifecycle.moves> = {
  lifecycle: cardLifecycle,
  table: cards,
  eventType: (_card, event) => `CARD.${event}`,
  present: (card) => presentCard(card),
}

/** @param panEmbedUrl the issuer's page that shows the card number; only in replies to `getCardById` */
export function presentCard(card: Card, panEmbedUrl?: string): WireCard {
  const shown: { [Name in keyof WireCard]: WireCard[Name] | undefined } = {
    id: wireId('Card', card.id),
    cardholderId: wireId('Customer', card.cardholderId),
    platformCardId: card.platformCardId,
    state: card.status,
    stateReason: card.stateReason,
    form: 'VIRTUAL',
    fundingSources: card.fundingSources.map((id) => wireId('InternalAccount', id)),
    currency: card.currency,
    maxSpendPerTransaction: card.maxSpend === null ? null : wireAmount(card.maxSpend),
    brand: card.brand ?? undefined,
    last4: card.last4 ?? undefined,
    expMonth: card.expMonth ?? undefined,
    expYear: card.expYear ?? undefined,
    panEmbedUrl,
    issuerRef: card.issuerRef ?? undefined,
    createdAt: isoTime(card.createdAt),
    updatedAt: isoTime(card.updatedAt),
  }
  return shown as WireCard
}

/** The card as the statement of a signed payload names it. */
export const cardLabel = ({ last4 }: Pick<Card, 'last4'>): string =>
  last4 === null ? 'the card' : `the card ending in ${last4}`
