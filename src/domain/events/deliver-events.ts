/** Event delivery: claims an object, sends its pending events, records the attempts. In order for each object, at least once; objects and platforms in parallel. */
import { elapsed, wallClock } from '../../core/clock.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Translate } from '../../infra/compatibility/grid.ts'
import type { SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { NoAnswer, type Post, type PostReply, reasonOf } from '../../infra/egress/public-http.ts'
import { finish } from '../../infra/jobs/conclude.ts'
import { FINISHED, HELD } from '../../infra/jobs/handlers.ts'
import type { Funding } from '../accounts/funding-instructions.ts'
import { applyApprovalResponse, isApprovalRequest } from './approval-response.ts'
import { type Claim, claimDelivery, concludeDelivery, type Run } from './claim-delivery.ts'
import { type Attempt, outcomeOf, RUN_MS, replyExcerpt } from './delivery.ts'
import type { DeliveryTurns } from './delivery-turns.ts'
import { type Endpoint, EVENTS_MAX, findEndpoint, type StoredEvent, withPayloads } from './queries.ts'
import type { WebhookSigner } from './signing-keys.ts'
import { type Stamp, type WebhookEvent, webhookRequest } from './webhook-request.ts'

export interface Sending {
  readonly store: Store
  readonly rails: Funding
  readonly post: Post
  /** For approval requests, whose time-out is shorter. */
  readonly ask: Post
  readonly signer: WebhookSigner
  readonly keys: Pick<SecretKeys, 'sealing'>
  /** Rewrites the payload before it is signed and sent; absent: no change. */
  readonly translate?: Translate | undefined
}

/** Events of an object, read before it is claimed. */
export interface Pending {
  readonly objectId: string
  /** The job that it is a subject of. */
  readonly jobKey: string
  /** Those that were not delivered, in order; at most `EVENTS_MAX`. */
  readonly events: readonly StoredEvent[]
}

/** What a delivery needs beside its events. */
export interface Delivering extends Sending {
  readonly engine: Engine
  readonly turns: DeliveryTurns
}

/**
 * Sends an object's pending events, and takes it off the job in the batch that records them. Events that were sent stay
 * sent, even if another process has finished the job in the meantime. Only the requests wait for a turn: claims and records
 * of many objects share a commit.
 * @returns HELD when nothing was sent, because the circuit of the endpoint is open; undefined: another run delivers them
 */
export async function deliverEvents(
  delivering: Delivering,
  platformId: string,
  pending: Pending,
): Promise<typeof FINISHED | typeof HELD | undefined> {
  const { engine } = delivering
  const { objectId, jobKey, events } = pending
  const claim = await engine.run(platformId, (rows) =>
    claimDelivery(rows, { objectId, isFirst: events[0]?.sequence === 1 }),
  )
  if (!claim) return undefined
  if (claim === 'held') return HELD
  const run = await sendPending(delivering, platformId, { ...pending, claim })
  await engine.run(platformId, (rows) => {
    finish(rows, jobKey, [objectId])
    concludeDelivery(rows, run)
  })
  return FINISHED
}

/** What is sent is read before the turn, so that the reads of all objects that were claimed by one commit share their statements. */
async function sendPending(
  delivering: Delivering,
  platformId: string,
  { objectId, events: stored, claim }: Pending & { readonly claim: Claim },
): Promise<Run> {
  const { engine, turns, store } = delivering
  const claimedAt = elapsed()
  const isOver = () => elapsed() - claimedAt > RUN_MS || turns.wasSilentAfter(platformId, claimedAt)
  // Another run may have delivered some of them before the claim. Later events have jobs of their own.
  const due = stored.filter(({ sequence }) => sequence > claim.delivered)
  const [endpoint, events] = await Promise.all([
    findEndpoint(store, platformId),
    withPayloads(delivering, platformId, objectId, due),
  ])
  if (!endpoint || endpoint.isDisabled) return { objectId, claim, attempts: [], endpoint: null, more: false }
  const attempts: Attempt[] = []
  await turns.toSend(platformId, async () => {
    for (const event of events) {
      if (isOver()) break
      const attempt = await sendEvent(delivering, endpoint, event)
      attempts.push(attempt)
      turns.note(platformId, attempt)
      if (attempt.asksApproval) await engine.run(platformId, (rows) => applyApprovalResponse(rows, objectId, attempt))
      if (outcomeOf(attempt) !== 'DELIVERED') break
    }
  })
  const more = attempts.length < events.length || stored.length === EVENTS_MAX
  return { objectId, claim, attempts, endpoint: endpoint.url, more }
}

/** One attempt at an event. Never throws: errors are recorded in the attempt. */
export async function sendEvent(sending: Sending, endpoint: Endpoint, event: WebhookEvent): Promise<Attempt> {
  const startedAt = elapsed()
  let stamp: Stamp | undefined
  const response = await postEvent(sending, endpoint, event, (signed) => {
    stamp = signed
  }).then(
    ({ status, body }) => ({ httpStatus: status, error: null, reply: replyExcerpt(body) }),
    (error) => ({
      httpStatus: null,
      error: reasonOf(error),
      reply: null,
      ...(error instanceof NoAnswer && { isSilence: true as const }),
    }),
  )
  const durationMs = Math.round(elapsed() - startedAt)
  return {
    eventId: event.id,
    sequence: event.sequence,
    ...response,
    durationMs,
    request: stamp ? JSON.stringify(stamp) : null,
    ...(isApprovalRequest(event) && { asksApproval: true }),
  }
}

/** The event as it is sent: with renamed fields where the installation is configured so. */
export const asSent = ({ translate }: Pick<Sending, 'translate'>, event: WebhookEvent): WebhookEvent =>
  translate ? { ...event, data: translate(event.data) } : event

/** Posts one event. @param signed called with the signatures before the request is sent. @throws as `Post` */
export async function postEvent(
  sending: Sending,
  { url, secrets }: Endpoint,
  event: WebhookEvent,
  signed: (stamp: Stamp) => void = () => {},
): Promise<PostReply> {
  const { post, ask, signer, keys } = sending
  const request = webhookRequest(asSent(sending, event), { signer, keys, secrets, sentAt: wallClock() })
  signed(request.stamp)
  return await (isApprovalRequest(event) ? ask : post)(url, request.body, request.headers)
}
