/** Transfers of tokens that are not configured, in the database: bounded, because anyone can make a token and send it. */
import type { Address } from 'viem'
import { isoTime } from '../../../../core/time.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { TokenLog } from '../chain.ts'

/** Contracts of a rail that wait for an operator; further ones are not stored until some are closed. */
const OPEN_MAX = 200
/** Stored transfers of one contract; further ones are only counted. */
const TRANSFERS_MAX = 20

/** Deposit addresses for which the same blocks are to be read next. */
export interface AddressGroup {
  readonly addresses: readonly Address[]
  /** Last block that was read for them; null: none. */
  readonly readTo: bigint | null
}

export interface ReadTransfers extends AddressGroup {
  readonly to: bigint
  readonly logs: readonly TokenLog[]
  /** Milliseconds since 1970. */
  readonly now: number
}

export type TokenStore = ReturnType<typeof tokenStore>

export function tokenStore(
  { query, transaction }: Pick<Store, 'query' | 'transaction'>,
  { rail, chainId }: { readonly rail: string; readonly chainId: number },
) {
  return {
    /** The addresses that were read least far, if not up to the block. @returns undefined when all were read */
    async next(block: bigint, most: number): Promise<AddressGroup | undefined> {
      const rows = await query<{ address: Address; readTo: bigint | null }>(
        NEXT,
        [chainId, block, most],
        'evm_tokens_next',
      )
      const [first] = rows
      return first && { addresses: rows.map(({ address }) => address), readTo: first.readTo }
    },
    /** Stores the transfers of other tokens, once, also where two processes have read the same blocks. */
    async keep({ addresses, readTo, to, logs, now }: ReadTransfers): Promise<void> {
      await transaction(async (ask) => {
        const moved = await ask<{ address: Address }>(MOVE, [chainId, [...addresses], readTo, to])
        const ours = new Set(moved.map(({ address }) => address))
        const found = logs.filter(({ recipient, amount }) => ours.has(recipient) && amount > 0n)
        if (found.length === 0) return
        const rows = JSON.stringify(found.map(rowFrom))
        await ask(ADD_TOKENS, [rail, rows, isoTime(now), OPEN_MAX])
        await ask(ADD_TRANSFERS, [rail, rows, TRANSFERS_MAX])
      })
    },
    /** Contracts that wait for an operator. */
    async open(): Promise<number> {
      const [row] = await query<{ count: number }>(OPEN, [rail], 'evm_tokens_open')
      return row?.count ?? 0
    },
  }
}

const rowFrom = ({ hash, logIndex, blockNumber, token, sender, recipient, amount }: TokenLog) => ({
  hash,
  log_index: logIndex,
  block_number: blockNumber.toString(),
  token,
  sender,
  address: recipient,
  amount: amount.toString(),
})

const NEXT = `
  select address, tokens_read_to as "readTo" from evm_addresses
  where chain_id = $1 and tokens_read_to is not distinct from (
    select tokens_read_to from evm_addresses where chain_id = $1 order by tokens_read_to nulls first limit 1)
    and (tokens_read_to is null or tokens_read_to < $2) limit $3`
const MOVE = `update evm_addresses set tokens_read_to = $4
  where chain_id = $1 and address = any($2::text[]) and tokens_read_to is not distinct from $3::bigint returning address`
const LOGS = `jsonb_to_recordset($2::jsonb) as log (hash text, log_index integer, block_number bigint, token text,
  sender text, address text, amount numeric)`
const ADD_TOKENS = `
  with seen as (select token, count(*) as transfers, min(block_number) as block from ${LOGS} group by token),
  known as (
    update evm_unknown_tokens t set transfers = t.transfers + seen.transfers from seen
    where t.rail = $1 and t.token = seen.token returning t.token)
  insert into evm_unknown_tokens (rail, token, transfers, first_seen_at)
  select $1, token, transfers, $3::timestamptz from seen where token not in (select token from known)
  order by block limit greatest(0, $4::bigint - (select count(*) from evm_unknown_tokens where rail = $1 and note is null))`
const ADD_TRANSFERS = `
  insert into evm_unknown_deposits (rail, hash, log_index, block_number, token, sender, address, amount)
  select $1, hash, log_index, block_number, token, sender, address, amount from (
    select log.*, row_number() over (partition by log.token order by block_number, log_index)
      + (select count(*) from evm_unknown_deposits d where d.rail = $1 and d.token = log.token) as place
    from ${LOGS} join evm_unknown_tokens t on t.rail = $1 and t.token = log.token and t.note is null) ranked
  where place <= $3 on conflict do nothing`
const OPEN = 'select count(*)::int as count from evm_unknown_tokens where rail = $1 and note is null'
