/** Live updates: a stream of server-sent events that notifies open pages of changed objects, by id, without their content. */
import type { FastifyReply } from 'fastify'
import { auditEntries } from '../domain/agents/audit-log/audit-log.ts'
import { deliveryAttempts } from '../domain/events/delivery.ts'
import { eventReplays } from '../domain/events/replays/replay.ts'
import type { Committed } from '../engine/engine.ts'
import { events } from '../infra/state-machines/tables.ts'

export interface Live {
  /** To be called with every committed batch. */
  committed(set: Committed): void
  /**
   * Holds a request open as a stream of server-sent events.
   * @param isSignedIn called at every heartbeat; the stream ends when it returns false
   */
  connect(platformId: string, reply: FastifyReply, isSignedIn: () => Promise<boolean>): void
  close(): void
}

const HEARTBEAT_MS = 25_000
/** Maximum number of changes in one message; a page refetches everything it shows, so it misses nothing. */
const CHANGES_MAX = 50

export function liveStreams(): Live {
  const open = new Map<FastifyReply, { readonly platformId: string; readonly isSignedIn: () => Promise<boolean> }>()
  const send = (reply: FastifyReply, text: string) => void reply.raw.write(text)
  const heartbeat = setInterval(() => {
    for (const [reply, { isSignedIn }] of open)
      isSignedIn()
        // An unreachable database does not mean that the session has ended.
        .catch(() => true)
        .then((isLive) => (isLive ? send(reply, ': heartbeat\n\n') : reply.raw.end()))
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    committed(set) {
      const listening = [...open].filter(([, { platformId }]) => platformId === set.platformId)
      if (listening.length === 0) return
      const changes = changesIn(set).slice(0, CHANGES_MAX)
      if (changes.length > 0) for (const [reply] of listening) send(reply, `data: ${JSON.stringify(changes)}\n\n`)
    },
    connect(platformId, reply, isSignedIn) {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      send(reply, ': connected\n\n')
      open.set(reply, { platformId, isSignedIn })
      reply.raw.on('close', () => open.delete(reply))
    },
    close() {
      clearInterval(heartbeat)
      for (const reply of open.keys()) reply.raw.end()
    },
  }
}

const changesIn = ({ slots, appended }: Committed): { object: string; type: string }[] => [
  ...(appended.get(events) ?? []).map(({ objectId, type }) => ({ object: objectId, type })),
  ...(appended.get(deliveryAttempts) ?? []).map(({ objectId }) => ({ object: objectId, type: 'DELIVERY' })),
  // The last run of a replay may send no event.
  ...[...(slots.get(eventReplays)?.keys() ?? [])].map((key) => ({ object: key, type: 'REPLAY' })),
  // Every action of an agent, or on it, has an audit entry, but few have an event.
  ...(appended.get(auditEntries) ?? []).map(({ agentId }) => ({ object: agentId, type: 'AGENT' })),
]
