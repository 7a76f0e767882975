/** Owns the reading of platforms and their tokens. */
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { notFound } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { listeners } from '../../infra/states/tables.ts'
import { presentToken } from './present.ts'
import type { Platform, platforms, Token, tokens } from './tables.ts'

type Tables = { platforms: typeof platforms; listeners: typeof listeners; tokens: typeof tokens }

/** @throws Refusal PLATFORM_NOT_FOUND */
export async function getPlatform(store: Store, platformId: string): Promise<Platform & { endpoint: string | null }> {
  const found = await readsOf<Tables>(store)
    .selectFrom('platforms')
    .leftJoin('listeners', 'listeners.platformId', 'platforms.platformId')
    .selectAll('platforms')
    .select('listeners.endpoint')
    .where('platforms.platformId', '=', platformId)
    .executeTakeFirst()
  if (!found) throw notFound('Platform')
  return found as Platform & { endpoint: string | null }
}

/** @throws Refusal TOKEN_NOT_FOUND */
export async function getToken(store: Store, platformId: string, tokenId: string): Promise<Token> {
  const found = await readsOf<Tables>(store)
    .selectFrom('tokens')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
  if (!found) throw notFound('Token')
  return found as Token
}

/** Client ids are 128 random bits, so they name at most one token of all platforms. */
export async function findTokenByClientId(
  store: Store,
  clientId: string,
): Promise<(Token & { platformId: string }) | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('tokens')
    .selectAll()
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return found as (Token & { platformId: string }) | undefined
}

export function listTokens(store: Store, pages: Pages, platformId: string, query: QueryOf<Contract['listTokens']>) {
  let matches = readsOf<Tables>(store).selectFrom('tokens').where('platformId', '=', platformId)
  if (query.name) matches = matches.where('name', '=', query.name)
  matches = matches.where(isWithin(query))
  return pages.list(['listTokens', platformId], query, {
    ...inOrder<Token>(matches.selectAll()),
    present: (token) => presentToken(token),
  })
}
