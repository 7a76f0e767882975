/**
 * Audit outbox: entries that a command writes in the transaction of its change, until they are appended to the chain.
 */
import type { Rows } from '../../engine/rows.ts'
import { log, text, uuid } from '../../engine/table.ts'
import type { Store } from '../db/store.ts'
import { appendText } from './audit-chain.ts'

/** A batch must not append to the chain itself: appends wait for each other, and so would payments. */
export const auditOutbox = log('audit_outbox', { id: uuid, entry: text() })

/** Records a change in its own transaction. @param entry from `auditText`, made before the command */
export const recordAudit = (rows: Rows, entry: string): void => rows.append(auditOutbox, { id: rows.newId(), entry })

/** Maximum number of entries that one transaction appends. */
const CHAINED_MAX = 100

/** Appends the entries in the outbox, each once; several processes may do it at the same time. */
export async function chainOutbox({ transaction }: Pick<Store, 'transaction'>): Promise<void> {
  for (let count = CHAINED_MAX; count === CHAINED_MAX; )
    count = await transaction(async (query) => {
      // The process with the lock appends the remaining entries; the others wait here.
      await query('select 1 from audit_head for update')
      const waiting = await query<{ id: string; entry: string }>(TAKE, [CHAINED_MAX])
      waiting.sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const { entry } of waiting) await appendText(query, entry)
      return waiting.length
    })
}

const TAKE = `
  delete from audit_outbox where id in (select id from audit_outbox order by id limit $1) returning id, entry`
