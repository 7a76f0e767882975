/** UMA message table: what institutions sent each other about payments. */
import { json, log, type Row, text, time, uuid } from '../../../engine/table.ts'
import type { UmaMessage } from '../../../providers/uma/port.ts'

export const umaMessages = log('uma_messages', {
  transactionId: uuid,
  /** Made in the order of the messages. */
  id: uuid,
  direction: text<UmaMessage['direction']>(),
  kind: text<UmaMessage['kind']>(),
  institution: text(),
  fields: json<UmaMessage['fields']>(),
  createdAt: time,
})
export type StoredMessage = Row<typeof umaMessages>
