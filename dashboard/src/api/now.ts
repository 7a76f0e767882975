/** Current time of the server: the sandbox's clock may be ahead or frozen. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clockQuery } from './queries.ts'
import { useSession } from './session.ts'

/** Milliseconds since 1970, renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  // Only the sandbox has its own clock.
  const { data } = useQuery({ ...clockQuery, enabled: useSession()?.mode === 'sandbox' })
  const [machine, setMachine] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setMachine(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return data?.frozenAt ?? machine + (data?.aheadMs ?? 0)
}
