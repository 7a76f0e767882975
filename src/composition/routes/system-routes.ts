/** Unversioned routes: health, metrics, public keys, the contract and the documentation. */
import type { FastifyInstance } from 'fastify'
import { addDocumentation } from '../../documentation/routes.ts'
import type { WebhookSigner } from '../../domain/events/signing-keys.ts'
import type { ClockFault } from '../../infra/db/server-time.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Metrics } from '../../infra/telemetry/metrics.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import { addApiDocument } from './api-document.ts'

interface Needs {
  readonly store: Store
  readonly metrics: Metrics
  readonly signer: WebhookSigner
  readonly custodian: Custodian
  /** Whether the dashboard of the sandbox is served, of which the reference is a page. */
  readonly hasReference: boolean
  readonly clockFault?: ClockFault | undefined
}

export function addSystemRoutes(
  server: FastifyInstance,
  { store, metrics, signer, custodian, clockFault, hasReference }: Needs,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    const unavailable = (reason: string) =>
      reply.code(503).header('retry-after', '1').send({ status: 'unavailable', reason })
    const fault = clockFault?.()
    if (fault !== undefined) return unavailable(fault)
    try {
      await store.query('select 1')
      return { status: 'ready' }
    } catch {
      return unavailable('The database does not answer')
    }
  })
  server.get('/metrics', async ({ headers }, reply) => {
    const isScrape = headers['x-prometheus-scrape-timeout-seconds'] !== undefined
    return reply.header('content-type', metrics.contentType).send(await metrics.text(isScrape))
  })
  server.get('/.well-known/jwks.json', async () => signer.jwks())
  server.get('/.well-known/wallet-export-key.json', async () => ({ publicKey: custodian.exportKey ?? null }))
  addApiDocument(server)
  addDocumentation(server, { hasReference })
}
