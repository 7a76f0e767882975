/** Card issuer port. Card numbers and security codes never pass through it. */
/** A request for a card. */
export interface CardRequest {
  readonly platformId: string
  /** The same for every attempt, so that the issuer makes one card. */
  readonly cardId: string
  /** The platform's id of the card; absent: none. */
  readonly platformCardId: string | undefined
  readonly cardholderId: string
  readonly currency: string
  /** Milliseconds since 1970. */
  readonly requestedAt: number
}

/** The card data that the service may have. */
export interface IssuedCard {
  readonly brand: 'VISA' | 'MASTERCARD'
  /** Four digits. */
  readonly last4: string
  readonly expMonth: number
  /** Four digits. */
  readonly expYear: number
  /** The issuer's reference. */
  readonly issuerRef: string
}

/** Progress of an issue. PENDING without `askAgainInMs`: the service does not ask again. */
export type CardReport =
  | { readonly state: 'ISSUED'; readonly card: IssuedCard }
  | { readonly state: 'REJECTED' }
  | { readonly state: 'PENDING'; readonly askAgainInMs?: number }

/** A thrown error means that the outcome is unknown; the caller asks again. */
export interface CardIssuer {
  /** Requests a card; a repeated `cardId` changes nothing and reports the first request. */
  issue(request: CardRequest): Promise<CardReport>
  /** Reports the progress of a requested card. */
  ask(request: CardRequest): Promise<CardReport>
  /** Why the issuer does not accept an account as a funding source, as the end of a sentence about it. @param accountId bare */
  objectionTo(accountId: string): string | undefined
  /** URL of the issuer's page that shows the whole card; it expires within minutes. */
  embedUrl(card: IssuedCard & { readonly cardId: string }): Promise<string>
}
