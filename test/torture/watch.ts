/**
 * Watchdog of the processes: blocked time of their event loops, memory and CPU time, from `/metrics` and the operating
 * system.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Served } from './program.ts'

export interface Sample {
  readonly seconds: number
  /** Resident memory in megabytes. */
  readonly resident: number
  readonly heap: number
  /** Delay in milliseconds since the previous sample. */
  readonly delayP99: number
  readonly delayMax: number
  /** CPU time of the process since its start, in milliseconds. */
  readonly cpuMs: number
  readonly handles: number
}

export interface Watch {
  /** Samples of the first process. */
  readonly samples: readonly Sample[]
  /**
   * The longest time that an event loop was blocked by its own work, in milliseconds: at most the CPU time of the
   * process in that interval, because on a busy machine a loop also waits for a core.
   */
  readonly longestMs: number
  /** Ignores the next sample of a process. */
  excuse(served: Served): void
  stop(): Promise<void>
}

export function startWatch(processes: readonly Served[], everyMs: number): Watch {
  const samples: Sample[] = []
  const excused = new Set<Served>()
  /** CPU time at the last sample of each process, by its pid. */
  const cpuMs = new Map<number, number>()
  const since = performance.now()
  const ended = new AbortController()
  let longestMs = 0
  const look = async (served: Served) => {
    const wasExcused = excused.delete(served)
    const pid = served.pid
    const text = await fetch(new URL('/metrics', served.base), { signal: AbortSignal.timeout(30_000) })
      .then((response) => response.text())
      .catch(() => undefined)
    // Right after a start the sample contains the start.
    if (text === undefined || wasExcused || excused.has(served) || pid !== served.pid) return
    const sample = takeSample(text, since)
    // A loop without measurements since the previous sample has no value.
    if (Number.isNaN(sample.delayMax)) return
    const usedMs = sample.cpuMs - (cpuMs.get(pid) ?? 0)
    cpuMs.set(pid, sample.cpuMs)
    longestMs = Math.max(longestMs, Math.min(sample.delayMax, usedMs))
    if (served === processes[0]) samples.push(sample)
  }
  const running = (async () => {
    for (const served of processes) excused.add(served)
    while (!ended.signal.aborted) {
      await Promise.all(processes.map(look))
      await pause(everyMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  return {
    samples,
    get longestMs() {
      return longestMs
    },
    excuse: (served) => void excused.add(served),
    async stop() {
      ended.abort()
      await running
    },
  }
}

function takeSample(text: string, since: number): Sample {
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  const megabytes = (name: string) => Math.round(value(name) / 2 ** 20)
  return {
    seconds: Math.round((performance.now() - since) / 1_000),
    resident: megabytes('process_resident_memory_bytes'),
    heap: megabytes('nodejs_heap_size_used_bytes'),
    delayP99: Math.round(value('nodejs_eventloop_lag_p99_seconds') * 1_000),
    delayMax: Math.round(value('nodejs_eventloop_lag_max_seconds') * 1_000),
    cpuMs: Math.round(value('process_cpu_seconds_total') * 1_000),
    handles: value('nodejs_active_handles_total'),
  }
}
