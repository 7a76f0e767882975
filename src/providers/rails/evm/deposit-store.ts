/** Deposits of an EVM chain in the database: addresses, the last block that was read, and transfers to the addresses. */
import type { Address, Hex } from 'viem'
import type { Query, Store } from '../../../infra/db/store.ts'
import type { BlockHead, TokenLog } from './chain.ts'
import type { DepositAddress } from './deposit-addresses.ts'

export interface StoredDeposit extends TokenLog {
  readonly number: bigint
  readonly reference: string
  /** Milliseconds since 1970. */
  readonly minedAt: number
}

export type MinedLog = TokenLog & { readonly block: BlockHead }

export type DepositStore = ReturnType<typeof depositStore>

export function depositStore({ query, transaction }: Pick<Store, 'query' | 'transaction'>, chainId: number) {
  const add = (ask: Query, logs: readonly MinedLog[]) =>
    logs.length === 0 ? [] : ask(ADD, [chainId, JSON.stringify(logs.map(rowFrom))])
  return {
    /** The last block that was read; undefined: none yet. */
    async tip(): Promise<Pick<BlockHead, 'number' | 'hash'> | undefined> {
      const [tip] = await query<{ number: bigint; hash: Hex }>(TIP, [chainId], 'evm_tip')
      return tip
    },
    /** Starts reading with the block after this one, unless reading has started. */
    async begin({ number, hash }: BlockHead): Promise<void> {
      await query('insert into evm_tips values ($1, $2, $3) on conflict do nothing', [chainId, number, hash])
    },
    /**
     * Adds a block's transfers to our addresses. @returns false when another process has already read past its parent
     */
    async advance(block: BlockHead, logs: readonly TokenLog[]): Promise<boolean> {
      return await transaction(async (ask) => {
        const moved = await ask(MOVE, [chainId, block.number - 1n, block.parentHash, block.number, block.hash])
        if (moved.length === 0) return false
        await add(
          ask,
          logs.map((log) => ({ ...log, block })),
        )
        return true
      })
    },
    async watch(addresses: readonly (DepositAddress & { readonly reference: string })[]): Promise<void> {
      const rows = await query<{ address: string }>(WATCH, [chainId, JSON.stringify(addresses)])
      if (rows.length < new Set(addresses.map(({ address }) => address)).size)
        throw new Error('Two payees have the same deposit address')
    },
    /** Addresses for which the blocks before their announcement have not been read. */
    async unread(most: number): Promise<readonly Address[]> {
      return (await query<{ address: Address }>(UNREAD, [chainId, most])).map(({ address }) => address)
    },
    /** Adds earlier transfers to these addresses, which completes them. */
    async backfill(addresses: readonly Address[], logs: readonly MinedLog[]): Promise<void> {
      await transaction(async (ask) => {
        // Numbers follow the order of commits: no deposit gets a number below one that was reported.
        await ask(`${TIP} for update`, [chainId])
        await add(ask, logs)
        await ask(FILLED, [chainId, JSON.stringify(addresses)])
      })
    },
    /** Deposits after a number, in order. */
    async after(number: bigint, most: number): Promise<readonly StoredDeposit[]> {
      const rows = await query<DepositRow>(AFTER, [chainId, number, most], 'evm_deposits_after')
      return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
    },
    /** The ones among these addresses that belong to payees. */
    async watched(addresses: readonly Address[]): Promise<ReadonlySet<Address>> {
      const rows = await query<{ address: Address }>(WATCHED, [chainId, JSON.stringify(addresses)])
      return new Set(rows.map(({ address }) => address))
    },
    /** Records why a deposit is not reported. @returns false when it was recorded before */
    async passOver(number: bigint, reason: string): Promise<boolean> {
      return (await query(PASS_OVER, [chainId, number, reason])).length > 0
    },
    /** Number of deposits that are not reported. */
    async passedOver(): Promise<number> {
      const [row] = await query<{ count: number }>(PASSED_OVER, [chainId], 'evm_passed_over')
      return row?.count ?? 0
    },
  }
}

type DepositRow = Omit<StoredDeposit, 'amount'> & { readonly amount: string }

const rowFrom = ({ block, hash, logIndex, token, sender, recipient, amount }: MinedLog) => ({
  hash,
  log_index: logIndex,
  block_number: block.number.toString(),
  block_hash: block.hash,
  mined_at: new Date(Number(block.timestamp) * 1_000).toISOString(),
  token,
  sender,
  address: recipient,
  amount: amount.toString(),
})

const TIP = 'select number, hash from evm_tips where chain_id = $1'
const MOVE = `update evm_tips set number = $4, hash = $5
  where chain_id = $1 and number = $2 and hash = $3 returning number`
const ADD = `insert into evm_deposits
  (chain_id, hash, log_index, block_number, block_hash, mined_at, token, sender, address, amount)
  select $1, hash, log_index, block_number, block_hash, mined_at, token, sender, address, amount
  from jsonb_to_recordset($2::jsonb) as log (hash text, log_index integer, block_number bigint, block_hash text,
    mined_at timestamptz, token text, sender text, address text, amount numeric)
  join (select address from evm_addresses where chain_id = $1) as ours using (address)
  where amount > 0 order by block_number, log_index on conflict do nothing`
const WATCH = `insert into evm_addresses (chain_id, address, reference, path)
  select $1, address, reference, path
  from jsonb_to_recordset($2::jsonb) as payee (address text, reference text, path text)
  on conflict (chain_id, address) do update set path = excluded.path
  where evm_addresses.reference = excluded.reference returning address`
const UNREAD = 'select address from evm_addresses where chain_id = $1 and not is_backfilled limit $2'
const FILLED = `update evm_addresses set is_backfilled = true
  where chain_id = $1 and address in (select jsonb_array_elements_text($2::jsonb))`
const WATCHED = `select address from evm_addresses
  where chain_id = $1 and address in (select jsonb_array_elements_text($2::jsonb))`
const PASS_OVER = `update evm_deposits set passed_over = $3
  where chain_id = $1 and number = $2 and passed_over is null returning 1`
const PASSED_OVER = 'select count(*)::int as count from evm_deposits where chain_id = $1 and passed_over is not null'
const AFTER = `select number, hash, log_index as "logIndex", token, sender, address as recipient, amount::text, reference,
  mined_at as "minedAt" from evm_deposits join evm_addresses using (chain_id, address)
  where chain_id = $1 and number > $2 order by number limit $3`
