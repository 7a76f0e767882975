/** Queries to one endpoint of a chain, whose answers can be compared with those of others. */
import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  getAbiItem,
  type Hex,
  type PublicClient,
  parseEventLogs,
  RpcRequestError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { withChecksum } from './address.ts'

/** A transfer of a token, in a transaction of the hot wallet. */
export interface TokenTransfer {
  readonly wallet: Address
  /** Address whose tokens are transferred; null: the wallet's. */
  readonly payer: Address | null
  /** Call data of the transaction; null: `transfer`. */
  readonly call: Hex | null
  readonly token: Address
  readonly recipient: Address
  /** Smallest units of the token. */
  readonly amount: bigint
}

/** What an endpoint knows about the transactions of one nonce. */
export type MinedState =
  /** None of them is in a block that it knows. */
  { readonly state: 'NOT_MINED' } | { readonly state: 'MINED'; readonly confirmations: bigint } | FinalState

/** One of them is in a block with enough blocks after it. */
export interface FinalState {
  readonly state: 'FINAL'
  readonly hash: Hex
  readonly blockHash: Hex
  readonly blockNumber: bigint
  readonly status: 'success' | 'reverted'
  /** Whether the token reports the transfer to the recipient in full. */
  readonly isTransferred: boolean
  /** Cost of the transaction in wei; on rollups including the fee for its data on the base chain. */
  readonly gasWei: bigint
}

export const finalKey = ({ hash, blockHash, status, isTransferred }: FinalState): string =>
  [hash, blockHash, status, isTransferred].join('/')

export const transferData = ({ recipient, amount, call }: Pick<TokenTransfer, 'recipient' | 'amount' | 'call'>): Hex =>
  call ?? encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] })

/** How the transfer would end if it were mined after the last block, or after the given one. */
export const simulate = (transfer: TokenTransfer, blockNumber?: bigint) => async (client: PublicClient) => {
  const call = { account: transfer.wallet, to: transfer.token, data: transferData(transfer) }
  const answer = await client.call({ ...call, ...(blockNumber !== undefined && { blockNumber }) }).catch(unlessReverted)
  // Old tokens return nothing; others may refuse by returning false.
  return answer && (answer.data === undefined || BigInt(answer.data) === 1n) ? 'PASSES' : 'REVERTS'
}

/** Whether the token refuses a transfer that the wallet's balance covers, both after the same block. */
export const refuses = (transfer: TokenTransfer) => async (client: PublicClient) => {
  const blockNumber = await client.getBlockNumber()
  const balance = await tokenBalance(transfer.wallet, transfer.token, blockNumber)(client)
  return balance >= transfer.amount && (await simulate(transfer, blockNumber)(client)) === 'REVERTS'
}

/** Units of gas that the transfer needs; 0: it would revert. */
export const gasFor = (transfer: TokenTransfer) => async (client: PublicClient) =>
  (await client
    .estimateGas({ account: transfer.wallet, to: transfer.token, data: transferData(transfer) })
    .catch(unlessReverted)) ?? 0n

/** State of the transactions with these hashes, all of one nonce, of which at most one is mined. */
export const minedState =
  (hashes: readonly Hex[], transfer: TokenTransfer, confirmations: number) =>
  async (client: PublicClient): Promise<MinedState> => {
    const receipts = await Promise.all(
      hashes.map((hash) => client.getTransactionReceipt({ hash }).catch(unlessUnknown)),
    )
    const receipt = receipts.find((found) => found !== undefined)
    if (!receipt) return { state: 'NOT_MINED' }
    // After the receipt: the block that it names is at this height or below.
    const reached = (await client.getBlockNumber()) - receipt.blockNumber + 1n
    if (reached < BigInt(confirmations)) return { state: 'MINED', confirmations: reached }
    const { transactionHash: hash, blockHash, blockNumber, status, gasUsed, effectiveGasPrice } = receipt
    const isTransferred = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).some(
      ({ address, args }) =>
        address.toLowerCase() === transfer.token.toLowerCase() &&
        args.from === (transfer.payer ?? transfer.wallet) &&
        args.to === transfer.recipient &&
        args.value === transfer.amount,
    )
    const { l1Fee = 0n } = receipt as { readonly l1Fee?: bigint | Hex | null }
    const gasWei = gasUsed * effectiveGasPrice + BigInt(l1Fee ?? 0n)
    return { state: 'FINAL', hash, blockHash, blockNumber, status, isTransferred, gasWei }
  }

/** Transactions of the wallet in blocks: the next nonce to be mined. */
export const minedCount = (wallet: Address) => async (client: PublicClient) =>
  BigInt(await client.getTransactionCount({ address: wallet, blockTag: 'latest' }))

/** After the last block, or after the given one. */
export const tokenBalance = (wallet: Address, token: Address, blockNumber?: bigint) => (client: PublicClient) =>
  client.readContract({
    abi: erc20Abi,
    address: token,
    functionName: 'balanceOf',
    args: [wallet],
    ...(blockNumber !== undefined && { blockNumber }),
  })

export const tokenDecimals = (token: Address) => (client: PublicClient) =>
  client.readContract({ abi: erc20Abi, address: token, functionName: 'decimals' })

export const gasBalance = (wallet: Address) => (client: PublicClient) => client.getBalance({ address: wallet })

export const baseFee = async (client: PublicClient) => (await client.getBlock()).baseFeePerGas ?? 0n

export const priorityFee = (client: PublicClient) => client.estimateMaxPriorityFeePerGas()

/**
 * Submits a signed transaction to the endpoint.
 * @returns the reason by which the node refuses it, in the node's words; undefined: it has the transaction, or had it
 */
export const broadcast = (raw: Hex) => async (client: PublicClient) => {
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
    return undefined
  } catch (error) {
    const refusal = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
    if (!(refusal instanceof RpcRequestError)) throw error
    return /already|\bknown\b|nonce|underpriced/i.test(refusal.details) ? undefined : refusal.details.slice(0, 120)
  }
}

/** The fields of a block that deposits need. */
export interface BlockHead {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  /** Seconds since 1970. */
  readonly timestamp: bigint
}

export const blockAt =
  (blockNumber: bigint) =>
  async (client: PublicClient): Promise<BlockHead> => {
    const { number, hash, parentHash, timestamp } = await client.getBlock({ blockNumber })
    return { number, hash, parentHash, timestamp }
  }

/** A transfer that a token reports. */
export interface TokenLog {
  readonly hash: Hex
  readonly logIndex: number
  readonly blockNumber: bigint
  readonly token: Address
  readonly sender: Address
  readonly recipient: Address
  /** Smallest units of the token. */
  readonly amount: bigint
}

type LogsWhere =
  | { readonly blockHash: Hex }
  | { readonly range: { readonly from: bigint; readonly to: bigint }; readonly addresses?: readonly Address[] }

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** Transfers of these tokens, or (undefined) of all, in a block, or in a range of blocks, there also to given addresses only; in the chain's order. */
export const tokenLogs =
  (tokens: readonly Address[] | undefined, where: LogsWhere) =>
  async (client: PublicClient): Promise<readonly TokenLog[]> => {
    const filter =
      'blockHash' in where
        ? { blockHash: where.blockHash }
        : {
            fromBlock: where.range.from,
            toBlock: where.range.to,
            ...(where.addresses && { args: { to: [...where.addresses] } }),
          }
    const logs = await client.getLogs({
      ...(tokens && { address: [...tokens] }),
      event: TRANSFER,
      strict: true,
      ...filter,
    })
    return logs.map(({ transactionHash: hash, logIndex, blockNumber, address, args }) => ({
      hash,
      logIndex,
      blockNumber,
      token: withChecksum(address),
      sender: args.from,
      recipient: args.to,
      amount: args.value,
    }))
  }

export const logsKey = (logs: readonly TokenLog[]): string =>
  logs.map((log) => Object.values(log).map(String).join(',')).join(';')

const unlessUnknown = (error: unknown) => {
  if (error instanceof TransactionReceiptNotFoundError) return undefined
  throw error
}

/** The JSON-RPC code by which nodes report that a call reverted. */
const REVERTED = 3

const unlessReverted = (error: unknown) => {
  const isRevert = (cause: unknown) =>
    cause instanceof ExecutionRevertedError ||
    (cause instanceof RpcRequestError && (cause.code === REVERTED || /revert/i.test(cause.details)))
  if (error instanceof BaseError && error.walk(isRevert)) return undefined
  throw error
}
