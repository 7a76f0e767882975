/** Payout routes: the rail of each payout, stored before it is submitted for the first time. */

import type { Store } from '../../infra/db/store.ts'
import { inOneCall } from '../../infra/reads/in-one-call.ts'

export interface PayoutRoutes {
  /** The rail's id; `''`: none carried the payout, and it was not submitted. Undefined: not chosen yet. */
  find(key: string): Promise<string | undefined>
  /** Stores a choice, unless there is one: the first of several processes decides. @returns the stored choice */
  choose(key: string, rail: string): Promise<string>
}

/** Routes of payouts that are submitted at the same time are read with one statement and stored with one. */
export function payoutRoutes({ query }: Pick<Store, 'query'>): PayoutRoutes {
  const find = inOneCall(async (keys: readonly string[]) => {
    const known = railsByKey(await query<Route>(FIND, [keys], 'find_payout_routes'))
    return keys.map((key) => known.get(key))
  })
  const add = inOneCall(async (routes: readonly Route[]) => {
    const values = [routes.map(({ key }) => key), routes.map(({ rail }) => rail)]
    const added = railsByKey(await query<Route>(ADD, values, 'add_payout_routes'))
    return routes.map(({ key }) => added.get(key))
  })
  return {
    find,
    async choose(key, rail) {
      const chosen = (await add({ key, rail })) ?? (await find(key))
      if (chosen === undefined) throw new Error(`The route of the payout ${key} is gone`)
      return chosen
    },
  }
}

interface Route {
  readonly key: string
  readonly rail: string
}

const railsByKey = (routes: readonly Route[]) => new Map(routes.map(({ key, rail }) => [key, rail]))

const FIND = `
  select k.key, r.rail from unnest($1::text[]) as k (key)
  cross join lateral (select rail from payout_routes where key = k.key limit 1) r`
/** Ordered by key, so that processes that store routes of the same payouts do not deadlock. */
const ADD = `
  insert into payout_routes (key, rail) select key, rail from unnest($1::text[], $2::text[]) as r (key, rail) order by key
  on conflict (key) do nothing returning key, rail`
