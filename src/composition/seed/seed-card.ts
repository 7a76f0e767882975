/** Seed card: Northwind's, funded by its dollar account, already provisioned by the issuer. */
import { wireId } from '../../core/ids.ts'
import { applyIssuerReport } from '../../domain/cards/apply-issuer-report.ts'
import { addCard, issueRequest } from '../../domain/cards/create-card.ts'
import type { App } from '../app.ts'

/** The simulated issuer derives the card's last four digits from the end of this id. */
const PLATFORM_CARD_ID = 'northwind-719'

/** Does nothing without an issuer. @param holder bare ids of the cardholder and of the funding account */
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
