/**
 * Search for transfers of tokens that are not configured to deposit addresses. They are reported to an operator and
 * never credited: what a contract claims proves nothing. The search runs at intervals and in small steps, so that
 * airdrops cost little and delay no deposit.
 */
import type { Logger } from 'pino'
import { BaseError, type PublicClient, RpcRequestError } from 'viem'
import type { Clock } from '../../../../core/clock.ts'
import * as chain from '../chain.ts'
import type { Endpoints } from '../rpc-endpoints.ts'
import type { EvmChain } from '../settings.ts'
import type { AddressGroup, TokenStore } from './token-store.ts'

export interface TokenSearch {
  readonly chain: EvmChain
  readonly endpoints: Endpoints
  readonly store: TokenStore
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

export const SEARCH_EVERY_MS = 30_000
/** Blocks and addresses of one query: nodes limit both. */
const BLOCKS_MAX = 500n
const ADDRESSES_MAX = 500

/** @returns one step of the search, up to a final block; it never throws, and does nothing before its interval has passed */
export function unknownTokenSearch(needs: TokenSearch): (lastFinal: bigint) => Promise<void> {
  const { store, clock, log } = needs
  let nextAt = Number.NEGATIVE_INFINITY
  /** Blocks of the next query: fewer after one that was not answered. */
  let blocks = BLOCKS_MAX
  return async (lastFinal) => {
    if (clock.now() < nextAt) return
    nextAt = clock.now() + SEARCH_EVERY_MS
    try {
      const group = await store.next(lastFinal, ADDRESSES_MAX)
      if (!group) return
      const range = rangeAfter(group, { lastFinal, blocks })
      const logs = await transfersIn(needs, group, range)
      if (logs === undefined && range.to > range.from) {
        blocks = (range.to - range.from + 1n) / 2n
        return
      }
      if (logs === undefined)
        log.warn(
          { rail: needs.chain.id, block: String(range.from) },
          'other tokens in a block are not read: endpoints refuse',
        )
      await store.keep({ ...group, to: range.to, logs: logs ?? [], now: clock.now() })
      blocks = blocks * 2n < BLOCKS_MAX ? blocks * 2n : BLOCKS_MAX
    } catch (error) {
      log.warn({ err: error, rail: needs.chain.id }, 'tokens that are not configured were not read; retrying later')
    }
  }
}

function rangeAfter({ readTo }: AddressGroup, { lastFinal, blocks }: { lastFinal: bigint; blocks: bigint }) {
  const first = lastFinal > BLOCKS_MAX ? lastFinal - BLOCKS_MAX : 0n
  const from = readTo === null ? first : readTo + 1n
  const to = from + blocks - 1n
  return { from, to: to < lastFinal ? to : lastFinal }
}

/** @returns undefined where the endpoints refuse the query, as they do when the answer is too long */
async function transfersIn(
  { endpoints, chain: { tokens } }: TokenSearch,
  { addresses }: AddressGroup,
  range: { readonly from: bigint; readonly to: bigint },
): Promise<readonly chain.TokenLog[] | undefined> {
  const ask = async (client: PublicClient): Promise<{ readonly logs?: readonly chain.TokenLog[] }> => {
    try {
      return { logs: await chain.tokenLogs(undefined, { range, addresses })(client) }
    } catch (error) {
      if (error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)) return {}
      throw error
    }
  }
  const { logs } = await endpoints.agreed(ask, ({ logs }) => (logs ? chain.logsKey(logs) : 'refused'))
  const known = new Set(tokens.map(({ contract }) => contract))
  return logs?.filter(({ token }) => !known.has(token))
}
