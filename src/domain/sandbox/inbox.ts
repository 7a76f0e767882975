/** Owns the inbox of the sandbox (decision 78): the mails that would have left, in memory, because there are codes in them. */
import { EventEmitter, once } from 'node:events'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf, ReplyOf } from '../../../contract/operation.ts'
import type { Clock } from '../../core/clock.ts'
import { newId, wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Mail } from '../../providers/mailer/port.ts'

type Inbox = ReplyOf<Contract['listSandboxInbox']>
interface Kept {
  readonly id: string
  readonly platformId: string
  readonly mail: Mail
  readonly codes: readonly string[]
  readonly createdAt: number
}

/** Of all platforms together; the oldest give way. */
const KEPT_MAX = 1000

export interface SandboxInbox {
  put(platformId: string, mail: Mail, codes: readonly string[]): void
  /** Newest first. Waits for the first match as long as it is told to, in real seconds. */
  list(pages: Pages, platformId: string, query: QueryOf<Contract['listSandboxInbox']>): Promise<Inbox>
}

/** @param sender of mails that name none */
export function sandboxInbox(clock: Clock, sender: string): SandboxInbox {
  const mails: Kept[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)

  const matching = (platformId: string, { to, createdAfter }: QueryOf<Contract['listSandboxInbox']>) =>
    mails.filter(
      (kept) =>
        kept.platformId === platformId &&
        (to === undefined || kept.mail.to.toLowerCase() === to.toLowerCase()) &&
        (createdAfter === undefined || kept.createdAt >= Date.parse(createdAfter)),
    )

  return {
    put(platformId, mail, codes) {
      const createdAt = clock.now()
      mails.unshift({ id: newId(createdAt), platformId, mail, codes, createdAt })
      mails.length = Math.min(mails.length, KEPT_MAX)
      arrivals.emit('mail')
    },
    async list(pages, platformId, query) {
      const deadline = AbortSignal.timeout((query.wait ?? 0) * 1000)
      while (matching(platformId, query).length === 0 && !deadline.aborted)
        await once(arrivals, 'mail', { signal: deadline }).catch(() => undefined)
      const found = matching(platformId, query)
      const { wait: _, ...filters } = query
      return pages.list(['listSandboxInbox', platformId], filters, {
        fetch: async (after, count) => found.filter(({ id }) => after === undefined || id < after).slice(0, count),
        count: async () => found.length,
        present: (kept) => presentMail(kept, sender),
      })
    },
  }
}

const presentMail = ({ id, mail, codes, createdAt }: Kept, sender: string): Inbox['data'][number] => ({
  id: wireId('Mail', id),
  to: mail.to,
  from: mail.from?.address ?? sender,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  codes: [...codes],
  createdAt: isoTime(createdAt),
})
