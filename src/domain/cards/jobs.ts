/** Owns the work that cards put off: what the issuer does. */
import type { Store } from '../../infra/db/store.ts'
import { each, type JobHandlers } from '../../infra/jobs/runner.ts'
import type { CardIssuer, CardRequest } from '../../providers/card-issuer/port.ts'
import { concludeIssue } from './conclude-issue.ts'
import { getCard } from './queries.ts'

interface Needs {
  readonly store: Store
  readonly cardIssuer: CardIssuer | undefined
}

export function cardJobs({ store, cardIssuer }: Needs): JobHandlers {
  const askIssuer = (how: 'issue' | 'ask') =>
    each(async (cardId, platformId) => {
      if (!cardIssuer) throw new Error('No card issuer is connected')
      const { platformCardId, cardholderId, currency, createdAt } = await getCard(store, platformId, cardId)
      const request: CardRequest = {
        platformId,
        cardId,
        platformCardId: platformCardId === cardId ? undefined : platformCardId,
        cardholderId,
        currency,
        requestedAt: createdAt,
      }
      const report = await cardIssuer[how](request)
      return (rows) => concludeIssue(rows, cardId, report)
    })
  return { issueCard: askIssuer('issue'), askCardIssuer: askIssuer('ask') }
}
