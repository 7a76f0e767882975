/** Storage of the messages between institutions with the payment that they concern. */
import type { Rows } from '../../../engine/rows.ts'
import type { UmaMessage } from '../../../providers/uma/port.ts'
import { umaMessages } from './tables.ts'

/** A message and when it was sent or received, in milliseconds since 1970. */
export interface HeardMessage extends UmaMessage {
  readonly at: number
}

export function keepMessages(rows: Rows, transactionId: string, messages: readonly HeardMessage[]): void {
  for (const { direction, kind, institution, fields, at } of messages)
    rows.append(umaMessages, { transactionId, id: rows.newId(), direction, kind, institution, fields, createdAt: at })
}
