/** Counter of executed code: how many blocks of JavaScript ran, a measure of main-thread work that no clock and no other process changes. */
import { Session } from 'node:inspector'

interface Range {
  readonly count: number
}
interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

/** Code of tests and simulated providers is not counted; Node's own code follows from the service's. */
const OTHERS = /^node:|\/test\/|vitest|vite-node|pglite|undici/

export interface WorkCounter {
  /** Blocks of the service's code that ran since the last call. */
  take(): number
  stop(): void
}

/** Slows the process down while it counts. Regular expressions and V8's internal work are not counted. */
export function workCounter(): WorkCounter {
  const session = new Session()
  session.connect()
  const post = <Result>(method: string, params?: object): Result => {
    let answer: Result | undefined
    let failed: Error | null = null
    session.post(method as never, params as never, (error: Error | null, result: unknown) => {
      failed = error
      answer = result as Result
    })
    if (failed) throw failed
    return answer as Result
  }
  post('Profiler.enable')
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    take() {
      const { result } = post<{ result: readonly Script[] }>('Profiler.takePreciseCoverage')
      let blocks = 0
      for (const { url, functions } of result)
        if (!OTHERS.test(url)) for (const { ranges } of functions) for (const { count } of ranges) blocks += count
      return blocks
    },
    stop() {
      post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
