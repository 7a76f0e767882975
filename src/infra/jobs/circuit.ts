/** Circuit breaker of a class of jobs: after repeated silence of the other side, one probe at a time in place of every call. */
import type { Rows } from '../../engine/rows.ts'
import type { JobClass } from './classes.ts'
import { type Circuit, circuits } from './tables.ts'

/** Calls in a row without an answer that open the circuit. */
export const OPENS_AFTER = 3
/** For how long a probe is one process's: above every timeout of a call. */
const PROBE_MS = 60_000
const FIRST_PROBE_MS = 5_000
/** The longest that an endpoint which answers again waits to be found. */
const LAST_PROBE_MS = 60_000

/** `clear`: the other side answered last time. `probe`: the one call that finds out. `held`: not now. */
export type Passage = 'clear' | 'troubled' | 'probe' | 'held'

/** Whether a call may be made. A probe belongs to the caller: no other caller gets one for a minute, or until its outcome. */
export function pass(rows: Rows, jobClass: JobClass): Passage {
  const seen = rows.peek(circuits, jobClass)
  if (!seen) return 'clear'
  if (seen.probeAt === null) return 'troubled'
  if (seen.probeAt > rows.now) return 'held'
  const circuit = rows.find(circuits, jobClass)
  if (!circuit || circuit.probeAt === null) return 'troubled'
  if (circuit.probeAt > rows.now) return 'held'
  rows.change(circuits, circuit, { probeAt: rows.now + PROBE_MS })
  return 'probe'
}

/** Notes a call without an answer in time. Of calls that were under way when the circuit opened, nothing follows. */
export function noteSilence(rows: Rows, jobClass: JobClass, passage: Passage): Circuit {
  const circuit = rows.find(circuits, jobClass)
  if (!circuit) return rows.add(circuits, { class: jobClass, silences: 1, silentSince: rows.now, probeAt: null })
  if (circuit.probeAt !== null && passage !== 'probe') return circuit
  const silences = circuit.silences + 1
  return rows.change(circuits, circuit, {
    silences,
    probeAt: silences < OPENS_AFTER ? null : rows.now + delay(silences),
  })
}

/** Gives back a probe that was not used. */
export function returnProbe(rows: Rows, jobClass: JobClass): void {
  const circuit = rows.find(circuits, jobClass)
  if (circuit && circuit.probeAt !== null) rows.change(circuits, circuit, { probeAt: rows.now })
}

/** Closes the circuit: the other side answers, or is another one. */
export function closeCircuit(rows: Rows, jobClass: JobClass): void {
  const circuit = rows.find(circuits, jobClass)
  if (circuit) rows.remove(circuits, circuit)
}

const delay = (silences: number) => Math.min(FIRST_PROBE_MS * 2 ** (silences - OPENS_AFTER), LAST_PROBE_MS)
