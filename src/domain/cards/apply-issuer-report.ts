/** Issuer report: what follows from the issuer's answer about a card. */
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { move } from '../../infra/states/move.ts'
import type { CardReport } from '../../providers/card-issuer/port.ts'
import { cardMachine, cards } from './card.ts'
import { revokeConsents } from './delegated-keys/consents.ts'

/** A card that has been closed since stays closed. */
export function applyIssuerReport(rows: Rows, cardId: string, report: CardReport): void {
  const card = rows.get(cards, cardId)
  if (card.status !== 'PENDING_ISSUE') return
  if (report.state === 'ISSUED') move(rows, cardMachine, card, 'activate', { ...report.card, updatedAt: rows.now })
  else if (report.state === 'REJECTED')
    move(rows, cardMachine, card, 'reject', {
      stateReason: 'ISSUER_REJECTED',
      consents: revokeConsents(rows, card.consents),
      updatedAt: rows.now,
    })
  else if (report.askAgainInMs !== undefined) enqueue(rows, 'askCardIssuer', rows.now + report.askAgainInMs, cardId)
}
