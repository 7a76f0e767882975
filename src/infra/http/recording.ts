/** Recording of requests whose caller is known: each one in the request log, and each refusal as a line of the service's log. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { OperationId } from '../../../contract/contract.ts'
import type { Exchange } from '../request-log/request-log.ts'
import type { Answer, ReplyText } from './idempotency/idempotency.ts'
import { callerFields } from './security-events.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the route; absent for routes beside the API, and for an operation that is not built. */
    readonly operation?: OperationId | undefined
  }
}

interface Sent extends Pick<Answer, 'status' | 'replayed'> {
  readonly body: ReplyText | null
}

export type Recording = (request: FastifyRequest, reply: FastifyReply, answer: Sent) => void

/** They are lines of the security log. */
const IN_SECURITY_LOG: readonly string[] = ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED']

export const recording =
  (record: (exchange: Exchange) => void, log: Logger): Recording =>
  (request, reply, { status, body, replayed }) => {
    const { caller, routeOptions, headers } = request
    const { operation } = routeOptions.config
    if (!caller || !operation) return
    const refusal = status >= 400 && status < 500 ? codeIn(body) : undefined
    if (refusal !== undefined && !IN_SECURITY_LOG.includes(refusal))
      log.info(
        { refusal, operation, platformId: caller.platformId, ...callerFields(caller), requestId: request.id },
        'refused',
      )
    record({
      operation,
      caller,
      requestId: request.id,
      url: request.raw.url as string,
      params: request.params as Record<string, string>,
      idempotencyKey: headers['idempotency-key'] as string | undefined,
      body: request.body,
      status,
      reply: body,
      isReplayed: replayed === true,
      durationMs: reply.elapsedTime,
    })
  }

/** `code` of an error's body. */
const codeIn = (body: ReplyText | null): string | undefined =>
  body === null ? undefined : (JSON.parse(body.toString()) as { readonly code?: string }).code
