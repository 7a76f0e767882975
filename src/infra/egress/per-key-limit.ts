/** Concurrency limit per key: slow work of one key does not delay that of others. */

export type PerKeyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Runs work immediately while fewer than `limit` of its key are running, and the rest in order of arrival. */
export function perKeyLimit(limit: number): PerKeyLimit {
  const lines = new Map<string, { busy: number; readonly waiting: (() => void)[] }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { busy: 0, waiting: [] }
    lines.set(key, line)
    if (line.busy < limit) line.busy++
    else await new Promise<void>((resume) => line.waiting.push(resume)) // resumes when a running one ends
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.busy === 0) lines.delete(key)
    }
  }
}
