/** Live updates: the server reports that something changed, and open pages refetch. While the stream is down, they poll. */
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DASHBOARD_PATHS } from '../../../contract/dashboard.ts'

export type Liveness = 'connecting' | 'live' | 'polling'

/** Polling interval while the stream is broken. */
const POLL_MS = 5000
/** Shortest interval between two refetches. */
const GAP_MS = 120

/** Refetches now, and once more afterwards if asked meanwhile. */
function refresher(client: QueryClient): () => void {
  let busy = false
  let again = false
  return function refresh() {
    if (busy) {
      again = true
      return
    }
    busy = true
    const gap = new Promise((resolve) => setTimeout(resolve, GAP_MS))
    Promise.all([client.invalidateQueries(), gap]).finally(() => {
      busy = false
      if (!again) return
      again = false
      refresh()
    })
  }
}

/** Keeps the open page up to date. */
export function useLiveness(client: QueryClient): Liveness {
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  useEffect(() => {
    const refresh = refresher(client)
    let stream: EventSource | undefined
    const open = () => {
      stream?.close()
      stream = new EventSource(DASHBOARD_PATHS.live)
      stream.onopen = () => {
        setLiveness('live')
        refresh()
      }
      stream.onmessage = refresh
      stream.onerror = () => setLiveness('polling')
    }
    open()
    const poll = setInterval(() => {
      if (stream?.readyState === EventSource.OPEN) return
      refresh()
      // The browser reconnects by itself unless the server refuses.
      if (stream?.readyState === EventSource.CLOSED) open()
    }, POLL_MS)
    return () => {
      clearInterval(poll)
      stream?.close()
    }
  }, [client])
  return liveness
}
