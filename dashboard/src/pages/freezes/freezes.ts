/** Freezes as the pages read, make and release them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { FreezeList } from '../../../../contract/operators/freezes.ts'
import { OPERATOR_PATHS } from '../../../../contract/operators/operators.ts'
import { ask, send } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'

/** Operators of other browsers cause no live update, so the page polls. */
const ASK_MS = 4000

const freezesQuery = queryOptions({
  queryKey: ['freezes'],
  queryFn: () => ask<FreezeList>(OPERATOR_PATHS.freezes),
  refetchInterval: ASK_MS,
})

/** Only production has operators who freeze. */
export function useFreezes() {
  const isProduction = useSession()?.mode === 'production'
  return useQuery({ ...freezesQuery, enabled: isProduction })
}

interface FreezeOrder {
  readonly subject: string
  readonly reason: string
}
export const freeze = (order: FreezeOrder) => send(OPERATOR_PATHS.freezes, order)
export const requestRelease = (order: FreezeOrder) => send(OPERATOR_PATHS.requestRelease, order)
