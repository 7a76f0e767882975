/** CPU use of the machine and of single processes, and their memory, from /proc; unavailable outside Linux. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** CPU time since the start, in ticks of 1/100 s. */
export interface CpuReading {
  readonly at: number
  readonly byName: Readonly<Record<string, number>>
  readonly busy: number
}

/** Cores in use: by each named process, and by the whole machine. */
export interface CpuShare {
  readonly byName: Readonly<Record<string, number>>
  readonly busy: number
  /** Between the two readings. */
  readonly seconds: number
}

const TICKS_PER_MS = 0.1

/** @param pids process ids by name; children are counted with their parent */
export function readCpu(pids: Readonly<Record<string, number>>): CpuReading | undefined {
  if (!existsSync('/proc/stat')) return undefined
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)))
  // A child that has ended is counted by its parent.
  const ticksOf = (pid: number) =>
    processes
      .filter((it) => it.pid === pid || it.parent === pid)
      .reduce((sum, { ticks, ofEnded }) => sum + ticks + ofEnded, 0)
  const [, ...all] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] as string).split(/\s+/).map(Number)
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = all
  return {
    at: performance.now(),
    byName: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, ticksOf(pid)])),
    busy: user + nice + system + irq + softIrq,
  }
}

export function cpuBetween(before: CpuReading | undefined, after: CpuReading | undefined): CpuShare | undefined {
  if (!before || !after) return undefined
  const cores = (from: number, to: number) => (to - from) / TICKS_PER_MS / (after.at - before.at)
  return {
    byName: Object.fromEntries(
      Object.entries(after.byName).map(([name, to]) => [name, cores(before.byName[name] ?? 0, to)]),
    ),
    busy: cores(before.busy, after.busy),
    seconds: (after.at - before.at) / 1000,
  }
}

/** Resident memory of a process in MB. */
export function readMemory(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/status`)) return undefined
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return found ? Number(found[1]) / 1024 : undefined
}

function statOf(pid: number): { pid: number; parent: number; ticks: number; ofEnded: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name is in parentheses and may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ]
    return [{ pid, parent: Number(fields[1]), ticks: user + system, ofEnded: userOfEnded + systemOfEnded }]
  } catch {
    return [] // the process has ended
  }
}
