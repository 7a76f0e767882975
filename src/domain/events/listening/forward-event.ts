/** Forwarding of an event by the platform's own program: its signed request, and the report of the response. */
import type { Contract } from '../../../../contract/contract.ts'
import type { SignedEvent } from '../../../../contract/events/event-stream.ts'
import type { EventAttempt } from '../../../../contract/events/recorded-events.ts'
import type { BodyOf } from '../../../../contract/operation.ts'
import { wallClock } from '../../../core/clock.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Command } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import { asSent, type Sending } from '../deliver-events.ts'
import { deliveryAttempts, outcomeOf } from '../delivery.ts'
import { presentAttempt, requireEvent } from '../event-list.ts'
import { findWebhookSecrets, withPayloads } from '../queries.ts'
import { type WebhookEvent, webhookRequest } from '../webhook-request.ts'

/** @param eventId bare. @throws Refusal EVENT_NOT_FOUND */
export async function signEvent(sending: Sending, platformId: string, eventId: string): Promise<SignedEvent> {
  const { store, signer, keys } = sending
  const { objectId, ...stored } = await requireEvent(store, platformId, eventId)
  const [[event], secrets] = await Promise.all([
    withPayloads(sending, platformId, objectId, [stored]),
    findWebhookSecrets(store, platformId),
  ])
  const signing = { signer, keys, secrets, sentAt: wallClock() }
  const { body, headers } = webhookRequest(asSent(sending, event as WebhookEvent), signing)
  return { body, headers }
}

/** Records an attempt. @param eventId bare. @throws Refusal EVENT_NOT_FOUND, CONFLICT for an event that the endpoint gets */
export async function acknowledgeEvent(
  store: Store,
  platformId: string,
  eventId: string,
  report: BodyOf<Contract['acknowledgeEvent']>,
): Promise<Command<EventAttempt>> {
  const { objectId, sequence, isWanted } = await requireEvent(store, platformId, eventId)
  if (isWanted) refuse('CONFLICT', 'The event is delivered to the webhook endpoint')
  const { httpStatus = null, durationMs } = report
  const outcome = outcomeOf({ httpStatus }) === 'DELIVERED' ? 'DELIVERED' : 'FAILED'
  const error = httpStatus === null ? 'no response' : null
  return (rows) => {
    const made = { eventId, objectId, sequence, outcome, httpStatus, error, durationMs } as const
    const attempt = { ...made, attemptedAt: rows.now, request: null, reply: null, replayId: null }
    rows.append(deliveryAttempts, attempt)
    return presentAttempt(attempt)
  }
}
