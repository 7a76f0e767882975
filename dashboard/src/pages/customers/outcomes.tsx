/** Sandbox values that choose the outcome of a verification. */
import { IDENTITY_OUTCOMES, sentencesOf } from '../../../../contract/sandbox/outcomes.ts'
import { Outcomes } from '../../ui/outcomes.tsx'

const ROWS = [...sentencesOf(IDENTITY_OUTCOMES), ['any other', 'Approved.'] as const]

export function BusinessOutcomes() {
  return <Outcomes rows={ROWS}>The last three characters of the registration number select the outcome:</Outcomes>
}

export function OwnerOutcomes() {
  return <Outcomes rows={ROWS}>The last three characters of the last name select the outcome:</Outcomes>
}
