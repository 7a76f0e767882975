/** Issuer report: applies the issuer's answer to a card. */
import { command } from '../../engine/command.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { move } from '../../infra/state-machines/move.ts'
import type { CardReport } from '../../providers/card-issuer/port.ts'
import { cardMachine, cards } from './card.ts'
import { consentReads, revokeConsents } from './delegated-keys/consents.ts'

export interface IssuerReport {
  readonly cardId: string
  readonly report: CardReport
}

/** A card that has been closed since stays closed. */
export const applyIssuerReport = command({
  reads: (seen, { cardId }: IssuerReport) => [[cards, cardId], ...consentReads(seen.lastSeen(cards, cardId))],
  run(rows, { cardId, report }): void {
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
  },
})
