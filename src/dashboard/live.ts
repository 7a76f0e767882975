/** Owns the stream that tells open pages what has changed: names of objects, never their content. */
import type { FastifyReply } from 'fastify'
import { auditEntries } from '../domain/agents/audit-log/audit-log.ts'
import { deliveryAttempts } from '../domain/events/delivery.ts'
import type { Committed } from '../engine/engine.ts'
import { events } from '../infra/states/tables.ts'

export interface Live {
  /** Hears of every committed batch. */
  committed(set: Committed): void
  /**
   * Holds a request open as a stream of server-sent events.
   * @param isSignedIn asked at every heartbeat; the stream ends when it says no
   */
  connect(platformId: string, reply: FastifyReply, isSignedIn: () => Promise<boolean>): void
  close(): void
}

const HEARTBEAT_MS = 25_000
/** Names told at a time; a page that misses some fetches everything anyway. */
const NAMES_MAX = 50

export function liveStreams(): Live {
  const open = new Map<FastifyReply, { readonly platformId: string; readonly isSignedIn: () => Promise<boolean> }>()
  const send = (reply: FastifyReply, text: string) => void reply.raw.write(text)
  const heartbeat = setInterval(() => {
    for (const [reply, { isSignedIn }] of open)
      isSignedIn()
        // A database that is away says nothing about the session.
        .catch(() => true)
        .then((stays) => (stays ? send(reply, ': still here\n\n') : reply.raw.end()))
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return {
    committed(set) {
      if (open.size === 0) return
      const told = [
        ...(set.appended.get(events) ?? []).map(({ platformId, row }) => ({
          platformId,
          object: row.objectId as string,
          type: row.type as string,
        })),
        ...(set.appended.get(deliveryAttempts) ?? []).map(({ platformId, row }) => ({
          platformId,
          object: row.objectId as string,
          type: 'DELIVERY',
        })),
        // Whatever is done to an agent or by it leaves an entry, and most of it no event.
        ...(set.appended.get(auditEntries) ?? []).map(({ platformId, row }) => ({
          platformId,
          object: row.agentId as string,
          type: 'AGENT',
        })),
      ]
      for (const [reply, { platformId }] of open) {
        const changes = told.filter((change) => change.platformId === platformId).slice(0, NAMES_MAX)
        if (changes.length > 0)
          send(reply, `data: ${JSON.stringify(changes.map(({ object, type }) => ({ object, type })))}\n\n`)
      }
    },
    connect(platformId, reply, isSignedIn) {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      send(reply, ': hello\n\n')
      open.set(reply, { platformId, isSignedIn })
      reply.raw.on('close', () => open.delete(reply))
    },
    close() {
      clearInterval(heartbeat)
      for (const reply of open.keys()) reply.raw.end()
    },
  }
}
