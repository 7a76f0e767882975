/** Moves of the sandbox's clock: one at a time, in the order they were asked for, and kept until they are done. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { elapsed, type MovableClock } from '../../core/clock.ts'
import type { Runner } from '../../infra/jobs/runner.ts'

/** To a moment, on by a distance in milliseconds, or to what is due next. */
export type Move = { readonly to: number } | { readonly by: number } | 'NEXT'

/** A move that is still under way is answered after so much work or time; what is left goes on by itself. */
const ANSWERED_AFTER = { subjects: 250, ms: 5_000 } as const
const LOOK_MS = 20
const RETRY_MS = 1_000

interface Needs {
  readonly clock: MovableClock
  readonly runner: () => Runner
  readonly log: Logger
  /** Where 'NEXT' leads; undefined when nothing is planned. */
  readonly nextDue: () => Promise<number | undefined>
  /** Stores the clock, and the moves that are not done. */
  readonly keep: (moves: readonly Move[]) => Promise<void>
}

export class ClockMoves {
  readonly #needs: Needs
  readonly #waiting: { move: Move; readonly done: () => void; readonly isDone: Promise<void> }[] = []
  #under: { readonly to: number; readonly doneBefore: number } | undefined
  #working: Promise<void> | undefined
  #isOver = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The move under way, or about to begin: where to, and how many subjects of jobs it has done. */
  get under(): { readonly to: number; readonly done: number } | undefined {
    const { clock, runner } = this.#needs
    if (this.#under) return { to: this.#under.to, done: runner().stats.done - this.#under.doneBefore }
    const [next] = this.moves
    if (next === undefined) return undefined
    return { to: next === 'NEXT' ? clock.now() : 'to' in next ? next.to : clock.now() + next.by, done: 0 }
  }

  get moves(): readonly Move[] {
    return this.#waiting.map(({ move }) => move)
  }

  /** Asks for a move, behind those that were asked for before. Resolves when it is done, or when enough of it is. */
  async begin(move: Move): Promise<void> {
    const isDone = this.#queue(move)
    await this.#needs.keep(this.moves)
    this.#work()
    await this.#answered(isDone)
  }

  /** Goes on with the moves that the process before has left. */
  resume(moves: readonly Move[]): void {
    for (const move of moves) this.#queue(move)
    this.#isOver = false
    this.#work()
  }

  /** Ends after the step under way. What is left of the moves is kept. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  #queue(move: Move): Promise<void> {
    let done = () => {}
    const isDone = new Promise<void>((resolve) => (done = resolve))
    this.#waiting.push({ move, done, isDone })
    return isDone
  }

  async #answered(isDone: Promise<void>): Promise<void> {
    const { stats } = this.#needs.runner()
    const [began, doneBefore] = [elapsed(), stats.done]
    let isOver = false
    void isDone.then(() => (isOver = true))
    while (!isOver && elapsed() - began < ANSWERED_AFTER.ms && stats.done - doneBefore < ANSWERED_AFTER.subjects)
      await Promise.race([isDone, pause(LOOK_MS, undefined, { ref: false })])
  }

  #work(): void {
    this.#working ??= this.#doAll().finally(() => {
      this.#working = undefined
      if (this.#waiting.length > 0 && !this.#isOver) this.#work()
    })
  }

  async #doAll(): Promise<void> {
    for (let next = this.#waiting[0]; next && !this.#isOver; next = this.#waiting[0])
      try {
        if (!(await this.#do(next))) return
        this.#waiting.shift()
        this.#under = undefined
        await this.#needs.keep(this.moves)
        next.done()
      } catch (error) {
        if (this.#isOver) return
        this.#needs.log.warn({ err: error }, 'moving the clock goes on in a second')
        await pause(RETRY_MS, undefined, { ref: false })
      }
  }

  /** @returns false when the process ends first */
  async #do(next: { move: Move }): Promise<boolean> {
    const { clock, runner, keep } = this.#needs
    const to = await this.#targetOf(next.move)
    if (to === undefined) return true
    // After a restart a distance must not be counted from where the clock is by then.
    next.move = { to }
    await keep(this.moves)
    this.#under ??= { to, doneBefore: runner().stats.done }
    return runner().advanceTo(clock, to, { moved: () => keep(this.moves), isOver: () => this.#isOver })
  }

  async #targetOf(move: Move): Promise<number | undefined> {
    const { clock, nextDue } = this.#needs
    if (move !== 'NEXT') return 'to' in move ? move.to : clock.now() + move.by
    const due = await nextDue()
    return due === undefined ? undefined : Math.max(due, clock.now())
  }
}
