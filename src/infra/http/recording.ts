/** Recording of requests: passes each answered request whose caller is known to the request log. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationId } from '../../../contract/contract.ts'
import type { Exchange } from '../request-log/request-log.ts'
import type { Answer, ReplyText } from './idempotency/idempotency.ts'

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

export const recording =
  (record: (exchange: Exchange) => void): Recording =>
  (request, reply, { status, body, replayed }) => {
    const { caller, routeOptions, headers } = request
    const { operation } = routeOptions.config
    if (!caller || !operation) return
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
