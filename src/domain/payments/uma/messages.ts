/** UMA messages: what institutions sent each other about payments, stored with the payment. */
import type { Clock } from '../../../core/clock.ts'
import type { Rows } from '../../../engine/rows.ts'
import { json, log, type Row, text, time, uuid } from '../../../engine/table.ts'
import type { OnMessage, UmaMessage } from '../../../providers/uma/port.ts'

export const umaMessages = log('uma_messages', {
  transactionId: uuid,
  /** Ordered as the messages are. */
  id: uuid,
  direction: text<UmaMessage['direction']>(),
  kind: text<UmaMessage['kind']>(),
  institution: text(),
  fields: json<UmaMessage['fields']>(),
  createdAt: time,
})
export type StoredMessage = Row<typeof umaMessages>

/** A message and when it was sent or received, in milliseconds since 1970. */
export interface TimedMessage extends UmaMessage {
  readonly at: number
}

/** Collects the messages of an exchange, to be stored with the payment. */
export function collectMessages(clock: Clock): { readonly messages: TimedMessage[]; readonly onMessage: OnMessage } {
  const messages: TimedMessage[] = []
  return { messages, onMessage: (message) => void messages.push({ ...message, at: clock.now() }) }
}

export function storeMessages(rows: Rows, transactionId: string, messages: readonly TimedMessage[]): void {
  for (const { direction, kind, institution, fields, at } of messages)
    rows.append(umaMessages, { transactionId, id: rows.newId(), direction, kind, institution, fields, createdAt: at })
}
