/**
 * Deposits of an EVM chain. Only final blocks are read, one after another, each the child of the one before; what a
 * majority of the endpoints reports of them is stored, and reported from there. A reorganization above the final blocks
 * has no effect; one that reaches them stops the reading.
 */
import type { Logger } from 'pino'
import type { Arrival, FundingPayee } from '../port.ts'
import * as chain from './chain.ts'
import { fromToken } from './condition.ts'
import type { DepositAddress } from './deposit-addresses.ts'
import type { DepositStore, MinedLog, StoredDeposit } from './deposit-store.ts'
import type { Endpoints } from './rpc-endpoints.ts'
import type { EvmChain } from './settings.ts'

export interface DepositNeeds {
  readonly chain: EvmChain
  readonly endpoints: Endpoints
  readonly store: DepositStore
  readonly addressFor: (reference: string) => DepositAddress
  /** For operators: why no deposits are read; undefined: they are. */
  readonly onStop: (reason: string | undefined) => void
  readonly log: Pick<Logger, 'warn'>
}

const PAGE = 100
/** Maximum number of blocks that one call reads. */
const BLOCKS = 50
/** Blocks before its announcement that are read again for an address, and addresses for which that is done at once. */
const BACKFILL_BLOCKS = 500n
const BACKFILL_ADDRESSES = 100

/** Stores the addresses of payees, and reads for new ones what was read before they were known. */
export async function watchPayees(needs: DepositNeeds, payees: readonly FundingPayee[]): Promise<void> {
  const currencies = new Set(needs.chain.tokens.map(({ currency }) => currency))
  const ours = payees.filter(({ currency }) => currencies.has(currency))
  if (ours.length > 0)
    await needs.store.watch(ours.map(({ reference }) => ({ ...needs.addressFor(reference), reference })))
  const addresses = await needs.store.unread(BACKFILL_ADDRESSES)
  if (addresses.length === 0) return
  const tip = (await needs.store.tip()) ?? (await begin(needs, await lastFinal(needs)))
  const range = { from: tip.number > BACKFILL_BLOCKS ? tip.number - BACKFILL_BLOCKS : 0n, to: tip.number }
  const logs = await needs.endpoints.agreed(chain.tokenLogs(tokensOf(needs), { range, addresses }), chain.logsKey)
  await needs.store.backfill(addresses, await withBlocks(needs, logs))
}

async function withBlocks(needs: DepositNeeds, logs: readonly chain.TokenLog[]): Promise<readonly MinedLog[]> {
  const blocks = new Map<bigint, chain.BlockHead>()
  for (const { blockNumber } of logs)
    if (!blocks.has(blockNumber)) blocks.set(blockNumber, await headAt(needs, blockNumber))
  return logs.map((log) => ({ ...log, block: blocks.get(log.blockNumber) as chain.BlockHead }))
}

const headAt = ({ endpoints }: DepositNeeds, number: bigint) =>
  endpoints.agreed(chain.blockAt(number), ({ hash }) => hash)

/** Number of the last block that has enough confirmations. */
async function lastFinal({ endpoints, chain: { confirmations } }: DepositNeeds): Promise<bigint> {
  const height = await endpoints.atLeast((client) => client.getBlockNumber())
  const last = height - BigInt(confirmations) + 1n
  return last > 0n ? last : 0n
}

/** Starts reading after a block; a start by another process takes precedence. */
async function begin(needs: DepositNeeds, number: bigint) {
  const block = await headAt(needs, number)
  await needs.store.begin(block)
  return (await needs.store.tip()) ?? block
}

const tokensOf = ({ chain: { tokens } }: DepositNeeds) => tokens.map(({ contract }) => contract)

/**
 * A page of deposits after a cursor; reads further blocks when there is none.
 * @throws Error while too few endpoints answer or they contradict each other
 */
export async function depositsAfter(needs: DepositNeeds, cursor: string | undefined) {
  const after = BigInt(cursor ?? 0)
  let rows = await needs.store.after(after, PAGE)
  if (rows.length === 0) {
    await readBlocks(needs)
    rows = await needs.store.after(after, PAGE)
  }
  const arrivals: Arrival[] = []
  for (const row of rows) {
    const token = needs.chain.tokens.find(({ contract }) => contract === row.token)
    const amount = token ? fromToken(token, row.amount) : 0n
    if (token && amount > 0n) arrivals.push(arrivalFrom(row, token.currency, amount))
    else await passOver(needs, row, token ? `less than a minor unit of ${token.currency}` : 'token not configured')
  }
  return { arrivals, cursor: String(rows.at(-1)?.number ?? after) }
}

const arrivalFrom = (row: StoredDeposit, currency: string, amount: bigint): Arrival => ({
  key: `${row.hash}/${row.logIndex}`,
  currency,
  amount,
  reference: row.reference,
  payer: row.sender,
  arrivedAt: row.minedAt,
})

/** The ledger has no account for it: the log and the metric report it to an operator. */
async function passOver({ store, log, chain: { id } }: DepositNeeds, row: StoredDeposit, reason: string) {
  const { number, hash, logIndex, recipient, token } = row
  if (await store.passOver(number, reason))
    log.warn(
      { rail: id, transaction: hash, logIndex, address: recipient, contract: token, reason },
      'deposit not credited',
    )
}

/** Reads the final blocks that have not been read, up to the maximum of one call. */
async function readBlocks(needs: DepositNeeds): Promise<void> {
  const { endpoints, store, onStop } = needs
  const last = await lastFinal(needs)
  let tip: Pick<chain.BlockHead, 'number' | 'hash'> = (await store.tip()) ?? (await begin(needs, last))
  for (let read = 0; read < BLOCKS && tip.number < last; read++) {
    const block = await headAt(needs, tip.number + 1n)
    if (block.parentHash !== tip.hash)
      return onStop(
        `deposits stopped at block ${tip.number}: the chain was reorganized deeper than ${needs.chain.confirmations} confirmations`,
      )
    const logs = await endpoints.agreed(chain.tokenLogs(tokensOf(needs), { blockHash: block.hash }), chain.logsKey)
    if (!(await store.advance(block, logs))) return
    tip = block
  }
  onStop(undefined)
}
