/** Transition check: whether a lifecycle of the contract lists a move from the current state. */
import type { Lifecycle } from '../../contract/lifecycle.ts'
import { refuse } from './refusal.ts'

/** The state that the move leads to. @throws Refusal INVALID_STATE_TRANSITION when the move does not start at this state */
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
