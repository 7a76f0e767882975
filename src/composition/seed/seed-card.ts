/** Owns the card of a fresh sandbox: Northwind's, on its dollars, provided by the issuer before anybody looks. */

import { wireId } from '../../core/ids.ts'
import { applyIssuerReport } from '../../domain/cards/apply-issuer-report.ts'
import { addCard, issueRequest } from '../../domain/cards/create-card.ts'
import type { App } from '../app.ts'

/** Its end is that of the four digits that are seen. */
const PLATFORM_CARD_ID = 'northwind-719'

/** Where no issuer is connected there is no card. @param holder the cardholder and the account that pays, by bare ids */
export async function seedCard(
  { engine, cardIssuer }: App,
  platformId: string,
  holder: { readonly id: string; readonly dollarsId: string },
): Promise<void> {
  if (!cardIssuer) return
  const card = await engine.run(platformId, (rows) =>
    addCard(rows, cardIssuer, {
      cardholderId: wireId('Customer', holder.id),
      form: 'VIRTUAL',
      fundingSources: [wireId('InternalAccount', holder.dollarsId)],
      platformCardId: PLATFORM_CARD_ID,
    }),
  )
  const report = await cardIssuer.issue(issueRequest(platformId, card))
  await engine.run(platformId, (rows) => applyIssuerReport(rows, { cardId: card.id, report }))
}
