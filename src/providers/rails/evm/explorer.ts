/**
 * Explorer of an EVM chain: blocks, transactions and deposits that are not final, human-readable. It decides nothing.
 */
import {
  BlockNotFoundError,
  erc20Abi,
  formatEther,
  formatGwei,
  formatUnits,
  type Hash,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type {
  ChainBlock,
  ChainTransaction,
  ChainTransfer,
  PendingDeposit,
} from '../../../../contract/installation/chains.ts'
import { refuse } from '../../../core/refusal.ts'
import type { ChainExplorer } from '../port.ts'
import { tokenLogs } from './chain.ts'
import type { DepositStore } from './deposit-store.ts'
import type { Endpoints } from './rpc-endpoints.ts'
import type { EvmChain } from './settings.ts'

interface Needs {
  readonly chain: EvmChain
  readonly endpoints: Endpoints
  /** Absent: nothing is paid in. */
  readonly deposits?: DepositStore | undefined
}

const LATEST = 12n

export function explorer({ chain, endpoints, deposits }: Needs): ChainExplorer {
  const { confirmations: confirmationsNeeded, tokens } = chain
  /** The first answer. @throws Refusal SERVICE_UNAVAILABLE when no endpoint answers */
  const ask = async <Value>(question: (client: PublicClient) => Promise<Value>): Promise<Value> => {
    const [answer] = await endpoints.poll(question)
    if (!answer) refuse('SERVICE_UNAVAILABLE', 'No endpoint of the chain answers; try again')
    return answer.value
  }
  const transfersIn = (receipt: TransactionReceipt) =>
    parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).flatMap(({ address, args }) => {
      const token = tokens.find(({ contract }) => contract.toLowerCase() === address.toLowerCase())
      if (!token) return []
      return [
        {
          from: args.from,
          to: args.to,
          amount: formatUnits(args.value, token.decimals),
          currency: token.currency,
        },
      ]
    })
  const readTransaction =
    (hash: Hash) =>
    async (client: PublicClient): Promise<ChainTransaction | undefined> => {
      const found = await client.getTransaction({ hash }).catch(unless(TransactionNotFoundError))
      if (!found) return undefined
      const receipt = await client.getTransactionReceipt({ hash }).catch(unless(TransactionReceiptNotFoundError))
      const known = { hash, from: found.from, ...toIn(found), nonce: found.nonce, confirmationsNeeded }
      if (!receipt) return { ...known, status: 'PENDING', confirmations: 0, transfers: [] }
      const { blockNumber, status, gasUsed, effectiveGasPrice } = receipt
      const [{ timestamp }, height] = await Promise.all([client.getBlock({ blockNumber }), client.getBlockNumber()])
      return {
        ...known,
        status: status === 'success' ? 'SUCCESS' : 'REVERTED',
        block: { number: Number(blockNumber), hash: receipt.blockHash, at: isoTime(timestamp) },
        confirmations: Number(height - blockNumber) + 1,
        transfers: transfersIn(receipt),
        gas: {
          used: Number(gasUsed),
          priceGwei: formatGwei(effectiveGasPrice),
          cost: `${formatEther(gasUsed * effectiveGasPrice)} ${chain.coin}`,
        },
      }
    }
  /** Listed here only, until they are final (decision 92). */
  const pendingDeposits = async (): Promise<PendingDeposit[]> => {
    const tip = await deposits?.tip()
    if (!deposits || !tip) return []
    const contracts = tokens.map(({ contract }) => contract)
    const { logs, height } = await ask(async (client) => {
      const to = await client.getBlockNumber()
      const range = { from: tip.number + 1n, to }
      return { logs: to > tip.number ? await tokenLogs(contracts, { range })(client) : [], height: to }
    })
    const ours = await deposits.watched(logs.map(({ recipient }) => recipient))
    return logs.flatMap(({ hash, blockNumber, token, sender, recipient, amount }) => {
      const { currency, decimals } = tokens.find(({ contract }) => contract === token) ?? {}
      if (!ours.has(recipient) || currency === undefined || decimals === undefined) return []
      const confirmations = Number(height - blockNumber) + 1
      return [{ hash, from: sender, to: recipient, amount: formatUnits(amount, decimals), currency, confirmations }]
    })
  }
  return {
    async chain() {
      const [blocks, pending] = await Promise.all([ask(latestBlocks), pendingDeposits()])
      return { rail: chain.id, confirmationsNeeded, blocks, pendingDeposits: pending }
    },
    block: (number) => ask(blockNumbered(number)),
    transaction: async (hash) => (isHash(hash) ? await ask(readTransaction(hash)) : undefined),
  }
}

/** Absent in a transaction that created a contract. */
const toIn = ({ to }: { readonly to: string | null }) => (to === null ? {} : { to })

const isHash = (text: string): text is Hash => /^0x[0-9a-f]{64}$/i.test(text)
const isoTime = (seconds: bigint) => new Date(Number(seconds) * 1_000).toISOString()

const unless = (expected: new (...parts: never[]) => Error) => (error: unknown) => {
  if (error instanceof expected) return undefined
  throw error
}

const blockNumbered =
  (number: bigint) =>
  async (client: PublicClient): Promise<ChainBlock | undefined> => {
    const read = { blockNumber: number, includeTransactions: true } as const
    const block = await client.getBlock(read).catch(unless(BlockNotFoundError))
    if (!block) return undefined
    return {
      number: Number(block.number),
      hash: block.hash,
      parentHash: block.parentHash,
      at: isoTime(block.timestamp),
      transactions: block.transactions.map(({ hash, from, to }): ChainTransfer => ({ hash, from, ...toIn({ to }) })),
    }
  }

async function latestBlocks(client: PublicClient): Promise<ChainBlock[]> {
  const height = await client.getBlockNumber()
  const numbers = Array.from({ length: Number(height < LATEST ? height + 1n : LATEST) }, (_, i) => height - BigInt(i))
  const blocks = await Promise.all(numbers.map((number) => blockNumbered(number)(client)))
  return blocks.filter((block) => block !== undefined)
}
