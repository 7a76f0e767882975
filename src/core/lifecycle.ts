/** Owns state machines as data. One table makes the guard, the 409 text, the documentation, the diagram and the tests. */
import { refuse } from './refusal.ts'

/** Where a rule comes from: shown by the specification, or decided by this project where it is silent. */
export type Basis = 'specification' | 'decision'

export interface Move<State extends string> {
  readonly from: readonly State[]
  readonly to: State
  /** What makes it happen, as a sentence for the documentation. */
  readonly when: string
  /** The event it emits, without the object's prefix; absent: nothing is told. */
  readonly event?: string
  readonly basis: Basis
}

export interface Lifecycle<State extends string = string, Name extends string = string> {
  readonly resource: string
  readonly initial: readonly State[]
  readonly states: Readonly<Record<State, string>>
  readonly moves: Readonly<Record<Name, Move<State>>>
}

export const lifecycle = <const State extends string, const Name extends string>(
  definition: Lifecycle<State, Name>,
): Lifecycle<State, Name> => definition

/** The state a move leads to. @throws Refusal INVALID_STATE_TRANSITION when the move does not leave from this state */
export function nextState<State extends string, Name extends string>(
  machine: Lifecycle<State, Name>,
  state: State,
  name: Name,
): State {
  const { from, to } = machine.moves[name]
  if (!from.includes(state))
    refuse(
      'INVALID_STATE_TRANSITION',
      `The ${machine.resource} is ${state}; to ${name} it must be ${from.join(' or ')}`,
    )
  return to
}

/** States that nothing leaves. */
export const finalStates = (machine: Lifecycle): string[] =>
  Object.keys(machine.states).filter(
    (state) => !Object.values(machine.moves).some(({ from, to }) => from.includes(state) && to !== state),
  )
