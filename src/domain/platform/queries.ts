/** Platform and token reads. */
import { sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import type { Clock } from '../../core/clock.ts'
import { notFound } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import { lastTokenUses } from '../../infra/request-log/token-uses.ts'
import type { listeners } from '../../infra/state-machines/tables.ts'
import type { freezes } from './freeze.ts'
import type { Platform, platforms } from './platform.ts'
import { presentUsedToken, type Token, type tokens } from './tokens/token.ts'

type Tables = {
  platforms: typeof platforms
  listeners: typeof listeners
  tokens: typeof tokens
  freezes: typeof freezes
}

/** The platform with the URL of its webhook endpoint. @throws Refusal PLATFORM_NOT_FOUND */
export async function getPlatformConfig(
  store: Store,
  platformId: string,
): Promise<Platform & { endpoint: string | null }> {
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

/** @param tokenId bare. @throws Refusal TOKEN_NOT_FOUND */
export async function getTokenById(store: Store, platformId: string, tokenId: string): Promise<Token> {
  const found = await readsOf<Tables>(store)
    .selectFrom('tokens')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
  if (!found) throw notFound('Token')
  return found as Token
}

export interface FoundToken extends Token {
  readonly platformId: string
  /** Null: no operator has frozen it. */
  readonly frozenAs: string | null
}

/** Looks across all platforms: a client id has 128 random bits, so it identifies at most one token. */
export async function findTokenByClientId(store: Store, clientId: string): Promise<FoundToken | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('tokens')
    .leftJoin('freezes', (on) =>
      on
        .onRef('freezes.platformId', '=', 'tokens.platformId')
        .on('freezes.key', '=', sql<string>`'Token:' || tokens.id`),
    )
    .selectAll('tokens')
    .select('freezes.key as frozenAs')
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return found as FoundToken | undefined
}

export async function listTokens(
  { store, pages, clock }: { store: Store; pages: Pages; clock: Clock },
  platformId: string,
  query: QueryOf<Contract['listTokens']>,
) {
  let matches = readsOf<Tables>(store).selectFrom('tokens').where('platformId', '=', platformId)
  if (query.name) matches = matches.where('name', '=', query.name)
  matches = matches.where(isWithin(query))
  const uses = await lastTokenUses(store, platformId)
  return pages.list(['listTokens', platformId], query, {
    ...inOrder<Token>(matches.selectAll()),
    present: (token) => presentUsedToken(token, clock.now(), uses),
  })
}
