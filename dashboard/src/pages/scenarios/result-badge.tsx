/** Result of a scenario as a badge: the first field of its course's result. */
import type { Scenario } from '../../../../contract/sandbox/scenarios/scenario.ts'
import { Status } from '../../ui/status.tsx'

export function ResultBadge({ of: { course, isRefused } }: { of: Pick<Scenario, 'course' | 'isRefused'> }) {
  const [value] = Object.values(course.result)
  return <Status of={isRefused ? 'REJECTED' : String(value)} />
}
