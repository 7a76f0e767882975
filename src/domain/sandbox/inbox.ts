/** Sandbox inbox (decision 78): mails that were sent, kept in memory only, because they contain one-time codes. */
import { EventEmitter, once } from 'node:events'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf, ReplyOf } from '../../../contract/operation.ts'
import type { Clock } from '../../core/clock.ts'
import { newId, wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Mail } from '../../providers/mailer/port.ts'

type InboxReply = ReplyOf<Contract['listSandboxInbox']>
type InboxQuery = QueryOf<Contract['listSandboxInbox']>

interface SentMail {
  readonly id: string
  readonly platformId: string
  readonly mail: Mail
  readonly codes: readonly string[]
  readonly createdAt: number
}

/** Mails of all platforms; above it the oldest are dropped. */
const KEPT_MAX = 1000

export interface SandboxInbox {
  /** Sender of mails that name none. */
  readonly sender: string
  put(platformId: string, mail: Mail, codes: readonly string[]): void
  /** Newest first. */
  find(platformId: string, filters: Pick<InboxQuery, 'to' | 'createdAfter'>): readonly SentMail[]
  /** Resolves with the next mail of any platform; rejects when aborted. */
  next(signal: AbortSignal): Promise<unknown>
}

export function sandboxInbox(clock: Clock, sender: string): SandboxInbox {
  const mails: SentMail[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)
  return {
    sender,
    put(platformId, mail, codes) {
      const createdAt = clock.now()
      mails.unshift({ id: newId(createdAt), platformId, mail, codes, createdAt })
      mails.length = Math.min(mails.length, KEPT_MAX)
      arrivals.emit('mail')
    },
    find: (platformId, { to, createdAfter }) =>
      mails.filter(
        (sent) =>
          sent.platformId === platformId &&
          (to === undefined || sent.mail.to.toLowerCase() === to.toLowerCase()) &&
          (createdAfter === undefined || sent.createdAt >= Date.parse(createdAfter)),
      ),
    next: (signal) => once(arrivals, 'mail', { signal }),
  }
}

/** Newest first. Waits up to `wait` seconds of real time for the first match. */
export async function listSandboxInbox(
  inbox: SandboxInbox,
  pages: Pages,
  platformId: string,
  { wait = 0, ...query }: InboxQuery,
): Promise<InboxReply> {
  const deadline = AbortSignal.timeout(wait * 1000)
  while (inbox.find(platformId, query).length === 0 && !deadline.aborted)
    await inbox.next(deadline).catch(() => undefined)
  const found = inbox.find(platformId, query)
  return pages.list(['listSandboxInbox', platformId], query, {
    fetch: async (after, count) => found.filter(({ id }) => after === undefined || id < after).slice(0, count),
    count: async () => found.length,
    present: (sent) => presentMail(sent, inbox.sender),
  })
}

const presentMail = ({ id, mail, codes, createdAt }: SentMail, sender: string): InboxReply['data'][number] => ({
  id: wireId('Mail', id),
  to: mail.to,
  from: mail.from?.address ?? sender,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  codes: [...codes],
  createdAt: isoTime(createdAt),
})
