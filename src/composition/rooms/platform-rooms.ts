/** Rooms of a platform: the handlers of its operations and jobs, on a store with access to its rows only. */
import { LruMap } from '../../core/lru-map.ts'
import { ownersLoader } from '../../domain/customers/beneficial-owners/queries.ts'
import { emailChanges } from '../../domain/wallets/credentials/prepare-email-change.ts'
import type { Store } from '../../infra/db/store.ts'
import type { JobHandlers } from '../../infra/jobs/handlers.ts'
import type { Providers } from '../providers/providers.ts'
import { type JobNeeds, jobHandlers } from './jobs.ts'
import { type ApiNeeds, type HandlerOf, operationHandlers, type UsedRooms, unusedRooms } from './operations.ts'

/** Platforms whose rooms are kept between requests. */
const KEPT = 500

type Needs = Omit<ApiNeeds & JobNeeds, 'loadOwners' | 'prepareEmailChange' | 'installation'>

interface Rooms {
  readonly used: UsedRooms
  readonly jobs: JobHandlers
}

/** @param sandbox whose operations and jobs act for the world outside, on rows of all platforms */
export function roomsByPlatform(
  needs: Needs,
  sandbox: ReturnType<NonNullable<Providers['sandbox']>> | undefined,
): { readonly handlerOf: HandlerOf; readonly jobsOf: (platformId: string) => JobHandlers } {
  const onStore = (store: Store) => ({
    ...needs,
    store,
    installation: needs.store,
    loadOwners: ownersLoader(store),
    prepareEmailChange: emailChanges({ store, custodian: needs.custodian }),
  })
  const handlers = operationHandlers(onStore(needs.store), sandbox?.api)
  const kept = new LruMap<string, Rooms>(KEPT)
  const roomsOf = (platformId: string): Rooms => {
    const known = kept.get(platformId)
    if (known) return known
    const own = onStore(needs.store.forPlatform(platformId))
    const rooms = { used: unusedRooms(own), jobs: { ...jobHandlers(own), ...sandbox?.jobs } }
    kept.set(platformId, rooms)
    return rooms
  }
  return {
    handlerOf: (platformId, id) => handlers(roomsOf(platformId).used, id),
    jobsOf: (platformId) => roomsOf(platformId).jobs,
  }
}
