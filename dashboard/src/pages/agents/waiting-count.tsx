/** Number of pending approvals, shown in the navigation. */

import { useQuery } from '@tanstack/react-query'
import { waitingQuery } from '../../api/agents.ts'
import { shownTotal } from '../../format/total.ts'

export function WaitingCount() {
  const { data } = useQuery(waitingQuery(1))
  if (!data?.totalCount) return null
  return (
    <span className="money grid min-w-5 place-items-center rounded-full bg-wait-soft px-1.5 text-xs leading-5 font-semibold text-wait">
      {shownTotal(data)}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
