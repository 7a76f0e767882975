/** Clock moves: a queue of moves of the sandbox clock, made one at a time in order, and stored until they are done. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { elapsed, type MovableClock } from '../../../core/clock.ts'
import type { Runner } from '../../../infra/jobs/runner.ts'

/** To a time or by a distance, in milliseconds, or to the time of the next job. */
export type Move = { readonly to: number } | { readonly by: number } | 'NEXT'

/** The request for a move is answered after this much work or time; the move continues. */
const ANSWERED_AFTER = { subjects: 250, ms: 5_000 } as const
const POLL_MS = 20
const RETRY_MS = 1_000

interface Needs {
  readonly clock: MovableClock
  readonly runner: () => Runner
  readonly log: Logger
  /** Target of 'NEXT'; undefined when no job is scheduled. */
  readonly nextDue: () => Promise<number | undefined>
  /** Stores the clock and the unfinished moves. */
  readonly keep: (moves: readonly Move[]) => Promise<void>
}

export class ClockMoves {
  readonly #needs: Needs
  readonly #queue: { move: Move; readonly finish: () => void; readonly finished: Promise<void> }[] = []
  #current: { readonly to: number; readonly doneBefore: number } | undefined
  #working: Promise<void> | undefined
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The current move, or the next one: its target, and how many subjects of jobs were done in it. */
  get current(): { readonly to: number; readonly done: number } | undefined {
    const { clock, runner } = this.#needs
    if (this.#current) return { to: this.#current.to, done: runner().stats.done - this.#current.doneBefore }
    const [next] = this.moves
    if (next === undefined) return undefined
    return { to: next === 'NEXT' ? clock.now() : 'to' in next ? next.to : clock.now() + next.by, done: 0 }
  }

  /** The unfinished moves, in order. */
  get moves(): readonly Move[] {
    return this.#queue.map(({ move }) => move)
  }

  /** Adds a move to the queue. Resolves when it is done, or has taken long enough for the request to be answered. */
  async begin(move: Move): Promise<void> {
    const finished = this.#add(move)
    await this.#needs.keep(this.moves)
    this.#work()
    await this.#untilAnswered(finished)
  }

  /** Continues moves that a previous process has not finished. */
  resume(moves: readonly Move[]): void {
    for (const move of moves) this.#add(move)
    this.#isStopped = false
    this.#work()
  }

  /** Stops after the current step. Unfinished moves stay stored. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
  }

  #add(move: Move): Promise<void> {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    this.#queue.push({ move, finish, finished })
    return finished
  }

  async #untilAnswered(finished: Promise<void>): Promise<void> {
    const { stats } = this.#needs.runner()
    const [began, doneBefore] = [elapsed(), stats.done]
    let isFinished = false
    void finished.then(() => (isFinished = true))
    while (!isFinished && elapsed() - began < ANSWERED_AFTER.ms && stats.done - doneBefore < ANSWERED_AFTER.subjects)
      await Promise.race([finished, pause(POLL_MS, undefined, { ref: false })])
  }

  #work(): void {
    this.#working ??= this.#makeAll().finally(() => {
      this.#working = undefined
      if (this.#queue.length > 0 && !this.#isStopped) this.#work()
    })
  }

  async #makeAll(): Promise<void> {
    for (let next = this.#queue[0]; next && !this.#isStopped; next = this.#queue[0])
      try {
        if (!(await this.#make(next))) return
        this.#queue.shift()
        this.#current = undefined
        await this.#needs.keep(this.moves)
        next.finish()
      } catch (error) {
        if (this.#isStopped) return
        this.#needs.log.warn({ err: error }, 'moving the clock failed; retrying in a second')
        await pause(RETRY_MS, undefined, { ref: false })
      }
  }

  /** @returns false when it was stopped */
  async #make(next: { move: Move }): Promise<boolean> {
    const { clock, runner, keep } = this.#needs
    const to = await this.#targetOf(next.move)
    if (to === undefined) return true
    // Stored as a time: after a restart, the distance would be counted from where the clock is then.
    next.move = { to }
    await keep(this.moves)
    this.#current ??= { to, doneBefore: runner().stats.done }
    return runner().advanceTo(clock, to, { moved: () => keep(this.moves), isOver: () => this.#isStopped })
  }

  async #targetOf(move: Move): Promise<number | undefined> {
    const { clock, nextDue } = this.#needs
    if (move !== 'NEXT') return 'to' in move ? move.to : clock.now() + move.by
    const due = await nextDue()
    return due === undefined ? undefined : Math.max(due, clock.now())
  }
}
