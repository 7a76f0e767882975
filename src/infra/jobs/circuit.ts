/** Circuit breaker of a job class: after repeated calls without an answer, a single probe replaces all calls. */
import type { Rows } from '../../engine/rows.ts'
import type { JobClass } from './classes.ts'
import { type Circuit, circuits } from './tables.ts'

/** Calls in a row without an answer that open the circuit. */
export const OPENS_AFTER = 3
/** How long a probe belongs to one process: longer than every timeout of a call. */
const PROBE_MS = 60_000
const FIRST_PROBE_MS = 5_000
/** Longest interval between probes. */
const LAST_PROBE_MS = 60_000

/** `clear`: the last call was answered. `troubled`: it was not, and the circuit is still closed. `probe`: the single call of an open circuit. `held`: no call now. */
export type Passage = 'clear' | 'troubled' | 'probe' | 'held'

/** Whether a call may be made; usually there is no circuit, so none is fetched. A probe belongs to the caller: no other caller gets one for a minute, or until its outcome. */
export function pass(rows: Rows, jobClass: JobClass): Passage {
  const circuit = rows.presume(circuits, jobClass)
  if (!circuit) return 'clear'
  if (circuit.probeAt === null) return 'troubled'
  if (circuit.probeAt > rows.now) return 'held'
  rows.change(circuits, circuit, { probeAt: rows.now + PROBE_MS })
  return 'probe'
}

/** Records a call that was not answered in time. Calls that were in progress when the circuit opened do not count. */
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

/** Returns a probe that was not used. */
export function returnProbe(rows: Rows, jobClass: JobClass): void {
  const circuit = rows.find(circuits, jobClass)
  if (circuit && circuit.probeAt !== null) rows.change(circuits, circuit, { probeAt: rows.now })
}

/** Closes the circuit: the other side answers, or was replaced. */
export function closeCircuit(rows: Rows, jobClass: JobClass): void {
  const circuit = rows.find(circuits, jobClass)
  if (circuit) rows.remove(circuits, circuit)
}

const delay = (silences: number) => Math.min(FIRST_PROBE_MS * 2 ** (silences - OPENS_AFTER), LAST_PROBE_MS)
