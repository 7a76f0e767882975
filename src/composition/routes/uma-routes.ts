/** UMA routes: the endpoints that other institutions call, with UMA's own error format. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type { Logger } from 'pino'
import { notFound, Refusal } from '../../core/refusal.ts'
import { answerCallback } from '../../domain/payments/uma/incoming/answer-callback.ts'
import { answerLookup } from '../../domain/payments/uma/incoming/answer-lookup.ts'
import { answerPayRequest } from '../../domain/payments/uma/incoming/answer-pay-request.ts'
import type { Place, UmaContext } from '../../domain/payments/uma/incoming/context.ts'
import { parseJson } from '../../infra/http/json-body.ts'
import { faultReply, unexpectedFault } from '../../providers/uma/fault-reply.ts'
import { UmaFault } from '../../providers/uma/port.ts'

interface Needs extends UmaContext {
  readonly log: Logger
  /** Callers are not authenticated, and a message makes this process verify signatures and call others. @throws Refusal RATE_LIMITED */
  readonly umaRateLimit: (address: string) => void
  originOf(domain: string): string
}

type Named<Query = unknown> = FastifyRequest<{ Params: { name: string }; Querystring: Query }>

/** Parses a body, which arrives as text. @throws Refusal INVALID_INPUT, PAYLOAD_TOO_LARGE; UmaFault for another media type */
function jsonIn(body: unknown): unknown {
  if (typeof body !== 'string') throw new UmaFault('INVALID_REQUEST_FORMAT', 'Send the message as application/json')
  return parseJson(body)
}

const JSON_TYPE = 'application/json; charset=utf-8'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function addUmaRoutes(server: FastifyInstance, needs: Needs): void {
  const { inbound, log, originOf, umaRateLimit } = needs

  /** The called domain selects the platform. */
  const placeOf = ({ headers }: FastifyRequest): Place => {
    const domain = (headers.host ?? '').toLowerCase()
    if (!/^[a-z0-9.-]+(:\d{1,5})?$/.test(domain))
      throw new UmaFault('INVALID_INPUT', 'The header Host must be a domain')
    return { domain, origin: originOf(domain) }
  }
  const answering =
    <Route extends RouteGenericInterface>(answer: (request: FastifyRequest<Route>) => Promise<string>) =>
    async (request: FastifyRequest<Route>, reply: FastifyReply) => {
      try {
        umaRateLimit(request.ip)
        return await reply.header('content-type', JSON_TYPE).send(await answer(request))
      } catch (error) {
        const fault = faultReply(error)
        if (!fault && !(error instanceof Refusal))
          log.error({ err: error, requestId: request.id }, 'UMA message failed')
        const { status, body } = fault ?? unexpectedFault()
        if (status === 429) reply.header('retry-after', '1')
        return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body))
      }
    }

  server.get(
    '/.well-known/lnurlpubkey',
    answering(async () => inbound.publicKeys()),
  )
  server.get(
    '/.well-known/lnurlp/:name',
    answering(async (request: Named) => {
      const url = request.raw.url as string
      const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
      return answerLookup(needs, placeOf(request), request.params.name, query)
    }),
  )
  server.post(
    '/uma/payments/:name',
    answering(async (request: Named<{ lookup?: string }>) => {
      const { params, query, body } = request
      const asked = { name: params.name, body: jsonIn(body), lookup: query.lookup }
      return answerPayRequest(needs, placeOf(request), asked)
    }),
  )
  server.post(
    '/uma/settlements/:platformId',
    answering(async (request: FastifyRequest<{ Params: { platformId: string } }>) => {
      const { params, body } = request
      if (!UUID.test(params.platformId)) throw notFound('Transaction')
      return answerCallback(needs, placeOf(request), params.platformId, jsonIn(body))
    }),
  )
}
