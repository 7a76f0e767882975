/** Measurement: runs the load in its own process, and samples the CPU in the meantime. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type CpuReading, type CpuShare, cpuBetween, readCpu } from './cpu.ts'
import type { Load, LoadMessage, LoadResult } from './load.ts'

export interface Measured extends LoadResult {
  readonly cpu: CpuShare | undefined
  /** Pieces of work that the CPU was used for. */
  readonly pieces: number
}

export interface Watch {
  /** Processes whose CPU is reported, by name. */
  readonly pids: Readonly<Record<string, number>>
  began?(): Promise<void> | void
  ended?(): Promise<void> | void
  /**
   * Waits until the deferred work of the load is done. If given, CPU use is measured until then, not until the end of
   * the window.
   */
  drained?(): Promise<void>
}

/** @throws Error at the first unexpected reply */
export async function drive(load: Load, watch: Watch): Promise<Measured> {
  const { drained } = watch
  if (!drained) return driveOnce(load, watch)
  // The deferred work of the warm-up must be done before the first reading of the CPU.
  const warmUp = await driveOnce({ ...load, warmUpMs: 0, measureMs: load.warmUpMs }, { pids: watch.pids })
  await drained()
  const measured = await driveOnce({ ...load, warmUpMs: 0 }, watch)
  return { ...measured, done: warmUp.done + measured.done }
}

async function driveOnce(load: Load, watch: Watch): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  try {
    return await new Promise<Measured>((resolve, reject) => {
      let before: CpuReading | undefined
      let after: CpuReading | undefined
      child.once('exit', (code) => reject(new Error(`The load ended with ${code}`)))
      child.on('message', (message: LoadMessage) => {
        if (message === 'measuring') {
          before = readCpu(watch.pids)
          Promise.resolve(watch.began?.()).catch(reject)
        } else if (message === 'measured') {
          after = readCpu(watch.pids)
          Promise.resolve(watch.ended?.()).catch(reject)
        } else if ('fault' in message) reject(new Error(message.fault))
        else resolve(finish(message))
      })
      const finish = async (result: LoadResult): Promise<Measured> => {
        await watch.drained?.()
        if (watch.drained) after = readCpu(watch.pids)
        const cpu = cpuBetween(before, after)
        return { ...result, cpu, pieces: watch.drained ? result.doneSince : result.perSecond * (cpu?.seconds ?? 0) }
      }
      child.send(load)
    })
  } finally {
    child.kill()
  }
}
