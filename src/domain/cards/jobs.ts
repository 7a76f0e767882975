/** Card jobs: requests to the issuer. */
import type { Store } from '../../infra/db/store.ts'
import { each, type JobHandlers } from '../../infra/jobs/handlers.ts'
import type { CardIssuer } from '../../providers/card-issuer/port.ts'
import { applyIssuerReport } from './apply-issuer-report.ts'
import { issueRequest } from './create-card.ts'
import { getCardById } from './queries.ts'

interface Needs {
  readonly store: Store
  readonly cardIssuer: CardIssuer | undefined
}

export function cardJobs({ store, cardIssuer }: Needs): JobHandlers {
  const askIssuer = (how: 'issue' | 'ask') =>
    each(async (cardId, platformId) => {
      if (!cardIssuer) throw new Error('No card issuer is connected')
      const request = issueRequest(platformId, await getCardById(store, platformId, cardId))
      const report = await cardIssuer[how](request)
      return (rows) => applyIssuerReport(rows, { cardId, report })
    })
  return { issueCard: askIssuer('issue'), askCardIssuer: askIssuer('ask') }
}
