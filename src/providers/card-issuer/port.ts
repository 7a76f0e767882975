/** Owns what the service asks of those who issue cards. Numbers and security codes of cards never pass through here. */

/** A card that is wanted. */
export interface CardRequest {
  readonly platformId: string
  /** The same for every try, so that the issuer makes one card. */
  readonly cardId: string
  /** What the platform calls it; absent: it has no name for it. */
  readonly platformCardId: string | undefined
  readonly cardholderId: string
  readonly currency: string
  /** Milliseconds since 1970. */
  readonly requestedAt: number
}

/** What the service may know of a card. */
export interface IssuedCard {
  readonly brand: 'VISA' | 'MASTERCARD'
  /** Four digits. */
  readonly last4: string
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  /** By which the issuer knows the card. */
  readonly issuerRef: string
}

/** How the making of a card stands. PENDING without `askAgainInMs`: nobody knows when it will be known. */
export type CardReport =
  | { readonly state: 'ISSUED'; readonly card: IssuedCard }
  | { readonly state: 'REJECTED' }
  | { readonly state: 'PENDING'; readonly askAgainInMs?: number }

/** Errors thrown mean "unknown": the caller asks again. */
export interface CardIssuer {
  /** Asks for a card; a repeated `cardId` changes nothing and reports how the first one stands. */
  issue(request: CardRequest): Promise<CardReport>
  /** How a card that was asked for stands now. */
  ask(request: CardRequest): Promise<CardReport>
  /** Why the issuer's program would not be funded by an account, as the end of a sentence about it. @param accountId bare */
  objectionTo(accountId: string): string | undefined
  /** The address of a page of the issuer's that shows the whole card, good for minutes. */
  embedUrl(card: IssuedCard & { readonly cardId: string }): Promise<string>
}
