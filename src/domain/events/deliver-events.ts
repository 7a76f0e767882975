/** Owns the delivering of events: in order for each object, at least once, objects and platforms beside each other. */
import { elapsed, wallClock } from '../../core/clock.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Translate } from '../../infra/compatibility/grid.ts'
import type { SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { NoAnswer, type Post, reasonOf } from '../../infra/egress/post.ts'
import { HELD } from '../../infra/jobs/handlers.ts'
import { answerApproval, isQuestion } from './answer-approval.ts'
import { concludeDelivery, type Turn } from './conclude-delivery.ts'
import { type Attempt, TURN_MS, verdictOn } from './delivery.ts'
import { type Endpoint, findEndpoint, wantedAfter } from './queries.ts'
import type { Signer } from './signing-keys.ts'
import { type Taken, takeDelivery } from './take-delivery.ts'
import { type WebhookEvent, webhookRequest } from './webhook-request.ts'

export interface Sending {
  readonly store: Store
  readonly post: Post
  /** For questions, which wait for an answer a shorter time. */
  readonly ask: Post
  readonly signer: Signer
  readonly keys: Pick<SecretKeys, 'sealing'>
  /** Rewrites the object of an event before it is signed and sent; absent: it goes as it is. */
  readonly translate?: Translate | undefined
}

/** How many events a turn reads at once. */
const EVENTS_MAX = 20

/**
 * Sends an object's undelivered events. What it does is committed by itself and not with the job that asks for it:
 * events that were sent stay sent, also when another process has meanwhile done the job.
 * @returns HELD when nothing was sent because the endpoint does not answer
 */
export async function deliverEvents(
  sending: Sending,
  engine: Engine,
  platformId: string,
  objectId: string,
): Promise<typeof HELD | undefined> {
  const taken = await engine.run(platformId, (rows) => takeDelivery(rows, objectId))
  if (!taken) return undefined
  if (taken === 'held') return HELD
  const turn = await takeTurn(sending, engine, platformId, objectId, taken)
  await engine.run(platformId, (rows) => concludeDelivery(rows, objectId, taken, turn))
  return undefined
}

async function takeTurn(
  sending: Sending,
  engine: Engine,
  platformId: string,
  objectId: string,
  { delivered }: Taken,
): Promise<Turn> {
  const startedAt = elapsed()
  const endpoint = await findEndpoint(sending.store, platformId)
  if (!endpoint || endpoint.isDisabled) return { attempts: [], endpoint: null, more: false }
  const events = await wantedAfter(sending.store, platformId, objectId, delivered, EVENTS_MAX)
  const attempts: Attempt[] = []
  for (const event of events) {
    if (elapsed() - startedAt > TURN_MS) break
    const attempt = await attemptAt(sending, endpoint, event)
    attempts.push(attempt)
    if (attempt.isQuestion) await engine.run(platformId, (rows) => answerApproval(rows, objectId, attempt))
    if (verdictOn(attempt) !== 'DELIVERED') break
  }
  return { attempts, endpoint: endpoint.url, more: attempts.length < events.length || events.length === EVENTS_MAX }
}

async function attemptAt(sending: Sending, endpoint: Endpoint, event: WebhookEvent): Promise<Attempt> {
  const startedAt = elapsed()
  const told = await send(sending, endpoint, event).then(
    ({ status }) => ({ httpStatus: status, error: null }),
    (error) => ({
      httpStatus: null,
      error: reasonOf(error),
      ...(error instanceof NoAnswer && { isSilence: true as const }),
    }),
  )
  const durationMs = Math.round(elapsed() - startedAt)
  return {
    eventId: event.id,
    sequence: event.sequence,
    ...told,
    durationMs,
    ...(isQuestion(event) && { isQuestion: true }),
  }
}

/** Posts one event. @throws whatever `Post` throws */
export function send({ post, ask, signer, keys, translate }: Sending, { url, secrets }: Endpoint, event: WebhookEvent) {
  const told = translate ? { ...event, data: translate(event.data) } : event
  const { body, headers } = webhookRequest(told, { signer, keys, secrets, sentAt: wallClock() })
  return (isQuestion(event) ? ask : post)(url, body, headers)
}
