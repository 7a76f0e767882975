/**
 * State machines as data: one table defines the guard, the 409 text, the schema, the row type, the docs, the diagram
 * and the tests.
 */

/** Where a transition comes from: the published API shows it, or this project decided it (docs/decisions.md). */
export type Basis = 'published' | 'decision'

export interface Transition<State extends string> {
  readonly from: readonly State[]
  readonly to: State
  /** Its cause: continues the sentence "It happens when …". */
  readonly when: string
  /** The event that it emits, without the resource's prefix; absent: none. */
  readonly event?: string
  readonly basis: Basis
}

export interface Lifecycle<
  State extends string = string,
  Name extends string = string,
  Reserved extends string = string,
> {
  readonly resource: string
  readonly initial: readonly State[]
  /** Each state with its description. */
  readonly states: Readonly<Record<State, string>>
  /** Values of the public enum that this service never uses, each with the reason. */
  readonly reserved?: Readonly<Record<Reserved, string>>
  readonly moves: Readonly<Record<Name, Transition<State>>>
}

export const lifecycle = <const State extends string, const Name extends string, const Reserved extends string = never>(
  definition: Lifecycle<State, Name, Reserved>,
): Lifecycle<State, Name, Reserved> => definition

/** The states that a row can have. */
export type StateOf<Machine extends Lifecycle> = keyof Machine['states'] & string

/** States without a transition to another one. */
export const finalStates = (machine: Lifecycle): string[] =>
  Object.keys(machine.states).filter(
    (state) => !Object.values(machine.moves).some(({ from, to }) => from.includes(state) && to !== state),
  )
