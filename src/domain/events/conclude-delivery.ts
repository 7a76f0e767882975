/** Owns what a turn of delivering leaves behind: how far it got, every attempt, and when somebody goes on. */
import type { Rows } from '../../engine/rows.ts'
import { closeCircuit, noteSilence, returnProbe } from '../../infra/jobs/circuit.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { listeners } from '../../infra/states/tables.ts'
import { type Attempt, consequenceOf, GIVEN_UP_AFTER_MS, verdictOn } from './delivery.ts'
import { deliveries, deliveryAttempts } from './tables.ts'
import type { Taken } from './take-delivery.ts'

export interface Turn {
  readonly attempts: readonly Attempt[]
  /** Where they were sent. */
  readonly endpoint: string | null
  /** Whether events are left that nothing speaks against sending. */
  readonly more: boolean
}

/** Gives an object back. When it was taken over meanwhile, only the attempts are kept: the other one's count. */
export function concludeDelivery(rows: Rows, objectId: string, taken: Taken, { attempts, endpoint, more }: Turn): void {
  const delivery = rows.get(deliveries, objectId)
  const { changes, givenUp, gone } = consequenceOf(delivery, attempts, rows.now)
  const isMine = delivery.busyUntil === taken.busyUntil
  keepAttempts(rows, objectId, attempts, isMine && givenUp === true)
  noteAnswers(rows, taken.passage, attempts, endpoint)
  if (!isMine) return
  rows.change(deliveries, delivery, { ...changes, busyUntil: null, again: false })
  if (gone) disable(rows, endpoint)
  if (changes.retryAt !== null) enqueue(rows, 'deliverEvents', changes.retryAt, objectId)
  else if (delivery.again || (more && !gone)) enqueue(rows, 'deliverEvents', rows.now, objectId)
}

function keepAttempts(rows: Rows, objectId: string, attempts: readonly Attempt[], lastIsGivenUp: boolean): void {
  for (const attempt of attempts) {
    const isLast = attempt === attempts.at(-1)
    const outcome =
      verdictOn(attempt) === 'DELIVERED' && attempt.error === null
        ? 'DELIVERED'
        : isLast && lastIsGivenUp
          ? 'GIVEN_UP'
          : 'FAILED'
    const { isQuestion: _, isSilence: __, ...kept } = attempt
    rows.append(deliveryAttempts, { ...kept, objectId, outcome, attemptedAt: rows.now })
  }
}

/** Keeps the endpoint's circuit. One that has been silent for as long as an event is tried takes nothing more. */
function noteAnswers(
  rows: Rows,
  passage: Taken['passage'],
  attempts: readonly Attempt[],
  endpoint: string | null,
): void {
  const last = attempts.at(-1)
  if (last?.isSilence) {
    const { silentSince } = noteSilence(rows, 'webhooks', passage)
    if (rows.now - silentSince > GIVEN_UP_AFTER_MS) disable(rows, endpoint)
  } else if (last && passage !== 'clear') closeCircuit(rows, 'webhooks')
  else if (passage === 'probe') returnProbe(rows, 'webhooks')
}

/** The endpoint is called no more until another one is set; one that was set meanwhile has said nothing yet. */
function disable(rows: Rows, endpoint: string | null): void {
  const listener = rows.get(listeners, rows.platformId)
  if (listener.endpoint !== endpoint) return
  rows.change(listeners, listener, { disabledAt: rows.now })
  closeCircuit(rows, 'webhooks')
}
