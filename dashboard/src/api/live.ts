/**
 * Live updates: the server reports that something changed, and visible pages refetch. While the stream is down, they poll.
 * One tab holds the stream for all tabs of the browser, because a browser opens only six connections to a server.
 */
import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DASHBOARD_PATHS } from '../../../contract/dashboard.ts'

export type Liveness = 'connecting' | 'live' | 'polling'

/** Polling interval while the stream is broken. */
const POLL_MS = 5000
/** Shortest interval between two refetches. */
const GAP_MS = 120
/** Name of the lock that the tab with the stream holds, and of the channel on which it reports to the others. */
const SHARED = 'causeway-live'

/** Whether a change may repeat the query. Without data even one that never becomes stale is fetched again. */
const isRepeatable = ({ meta }: Query): boolean => meta?.isMessage !== true

/**
 * Refetches now, and again afterwards if asked in the meantime. Also after a first load that is in progress: its reply may
 * be older than the change, and invalidation joins it instead of repeating it.
 */
function refresher(client: QueryClient): () => void {
  let busy = false
  let again = false
  return function refresh() {
    if (busy) {
      again = true
      return
    }
    busy = true
    again = client.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0
    const gap = new Promise((resolve) => setTimeout(resolve, GAP_MS))
    Promise.all([client.invalidateQueries({ predicate: isRepeatable }), gap]).finally(() => {
      busy = false
      if (!again) return
      again = false
      refresh()
    })
  }
}

/**
 * What the tab with the stream reports to the other tabs. `opened`: live from now on, and what changed before was
 * reported to no tab.
 */
type Report = 'changed' | 'opened' | Exclude<Liveness, 'connecting'>

/** Holds the stream until it is closed. The browser reconnects by itself unless the server refuses. */
function openStream(report: (report: Report) => void): { close(): void } {
  let stream: EventSource
  const open = () => {
    stream = new EventSource(DASHBOARD_PATHS.live)
    stream.onopen = () => report('opened')
    stream.onmessage = () => report('changed')
    stream.onerror = () => report('polling')
  }
  open()
  const reopen = setInterval(() => stream.readyState === EventSource.CLOSED && open(), POLL_MS)
  return {
    close() {
      clearInterval(reopen)
      stream.close()
    },
  }
}

/**
 * Joins the one stream of this browser: either this tab holds it, or it gets the reports of the tab that does. Where
 * the page may not use locks (plain HTTP from another device), it has its own stream.
 */
function joinStream(report: (report: Report) => void): { leave(): void } {
  const channel = new BroadcastChannel(SHARED)
  const left = new AbortController()
  let last: Report = 'polling'
  const hold = () =>
    new Promise<void>((resolve) => {
      const stream = openStream((news) => {
        if (news !== 'changed') last = news === 'opened' ? 'live' : news
        report(news)
        channel.postMessage(news)
      })
      channel.onmessage = ({ data }) => data === 'joined' && channel.postMessage(last)
      left.signal.addEventListener('abort', () => {
        stream.close()
        channel.close()
        resolve()
      })
    })
  channel.onmessage = ({ data }) => data !== 'joined' && report(data as Report)
  channel.postMessage('joined')
  if (navigator.locks === undefined) void hold()
  else
    navigator.locks
      .request(SHARED, { signal: left.signal }, hold)
      // The tab left before it got the lock.
      .catch((fault: Error) => {
        channel.close()
        if (fault.name !== 'AbortError') throw fault
      })
  return { leave: () => left.abort() }
}

/** Keeps the page up to date while it is visible, and when it becomes visible. */
export function useLiveness(client: QueryClient): Liveness {
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  useEffect(() => {
    const refresh = refresher(client)
    let isLive = false
    const take = (report: Report) => {
      if (report === 'changed' || report === 'opened' || (report === 'live' && !isLive)) refresh()
      if (report === 'changed') return
      isLive = report !== 'polling'
      setLiveness(isLive ? 'live' : 'polling')
    }
    let stream: { leave(): void } | undefined
    const follow = () => {
      if (document.visibilityState === 'visible') stream ??= joinStream(take)
      else {
        stream?.leave()
        stream = undefined
        isLive = false
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    const poll = setInterval(() => stream && !isLive && refresh(), POLL_MS)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearInterval(poll)
      stream?.leave()
    }
  }, [client])
  return liveness
}
