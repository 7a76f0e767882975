/** Payout routes: the rail of each payout, stored before it is submitted for the first time. */
import type { Store } from '../../infra/db/store.ts'

export interface PayoutRoutes {
  /** The rail's id; `''`: none carried the payout, and it was not submitted. Undefined: not chosen yet. */
  find(key: string): Promise<string | undefined>
  /** Stores a choice, unless there is one: the first of several processes decides. @returns the stored choice */
  choose(key: string, rail: string): Promise<string>
}

export function payoutRoutes({ query }: Pick<Store, 'query'>): PayoutRoutes {
  const find: PayoutRoutes['find'] = async (key) => {
    const [route] = await query<{ rail: string }>(FIND, [key], 'find_payout_route')
    return route?.rail
  }
  return {
    find,
    async choose(key, rail) {
      const [added] = await query<{ rail: string }>(ADD, [key, rail], 'add_payout_route')
      if (added) return added.rail
      const earlier = await find(key)
      if (earlier === undefined) throw new Error(`The route of the payout ${key} is gone`)
      return earlier
    },
  }
}

const FIND = 'select rail from payout_routes where key = $1'
const ADD = 'insert into payout_routes (key, rail) values ($1, $2) on conflict (key) do nothing returning rail'
