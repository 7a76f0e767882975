/** Chains of the connected rails: blocks, transactions and deposits that are not final, read from their endpoints. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { choice, count, Timestamp } from '../schema.ts'

const hash = Type.String({ examples: [`0x${'ab'.repeat(32)}`] })
const confirmationsNeeded = count(
  'Confirmations after which a transaction is final; a transaction in the latest block has one',
)

const transfer = {
  hash,
  from: Type.String(),
  to: Type.Optional(Type.String({ description: 'Absent: it created a contract' })),
}
const ChainTransfer = Type.Object(transfer, { $id: 'ChainTransfer' })
export type ChainTransfer = Static<typeof ChainTransfer>

const tokenAmount = {
  from: Type.String(),
  to: Type.String(),
  amount: Type.String({ description: 'In major units, as the token’s decimals say', examples: ['12.50'] }),
  currency: Type.String({ examples: ['USDC'] }),
}
const TokenAmount = Type.Object(tokenAmount, { $id: 'TokenAmount' })
export type TokenAmount = Static<typeof TokenAmount>

const PendingDeposit = Type.Object(
  { ...tokenAmount, hash, confirmations: count('So far') },
  {
    $id: 'PendingDeposit',
    description: 'A transfer to a deposit address that is in a block and not final: a reorganization may still undo it',
  },
)
export type PendingDeposit = Static<typeof PendingDeposit>

const ChainBlock = Type.Object(
  {
    number: count('Height'),
    hash,
    parentHash: hash,
    at: Timestamp,
    transactions: Type.Array(ChainTransfer),
  },
  { $id: 'ChainBlock' },
)
export type ChainBlock = Static<typeof ChainBlock>

const ChainStatus = Type.Object(
  {
    rail: Type.String({ description: 'Id of the rail' }),
    confirmationsNeeded,
    blocks: Type.Array(ChainBlock, { description: 'The latest first' }),
    pendingDeposits: Type.Array(PendingDeposit),
  },
  { $id: 'ChainStatus', description: 'A chain as one of its endpoints shows it' },
)
export type ChainStatus = Static<typeof ChainStatus>

const ChainTransaction = Type.Object(
  {
    ...transfer,
    status: choice(['PENDING', 'SUCCESS', 'REVERTED']),
    block: Type.Optional(
      Type.Object(
        { number: count('Height'), hash, at: Timestamp },
        { $id: 'ChainTransactionBlock', description: 'Absent while it is in no block' },
      ),
    ),
    confirmations: count('So far'),
    confirmationsNeeded,
    nonce: count('Of the sender'),
    transfers: Type.Array(TokenAmount, { description: 'Transfers that configured tokens report' }),
    gas: Type.Optional(
      Type.Object(
        {
          used: count('Units of gas'),
          priceGwei: Type.String(),
          cost: Type.String({ description: 'In the coin of the chain, with its name' }),
        },
        { $id: 'ChainTransactionGas', description: 'Absent while it is in no block' },
      ),
    ),
  },
  { $id: 'ChainTransaction' },
)
export type ChainTransaction = Static<typeof ChainTransaction>

const railId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description: 'Id of the rail', examples: ['base'] })
const common = { method: 'GET', tag: 'Installation', permission: 'VIEW', installation: true } as const
const errors = ['NOT_FOUND'] as const

export const chainOperations = operations({
  getChain: {
    ...common,
    path: '/rails/{railId}/chain',
    summary: 'Get the latest blocks of a chain',
    params: Type.Object({ railId }),
    replies: { 200: ChainStatus },
    errors,
  },
  getChainBlock: {
    ...common,
    path: '/rails/{railId}/chain/blocks/{number}',
    summary: 'Get a block of a chain',
    params: Type.Object({ railId, number: Type.String({ pattern: '^[0-9]{1,15}$', examples: ['21000000'] }) }),
    replies: { 200: ChainBlock },
    errors,
  },
  getChainTransaction: {
    ...common,
    path: '/rails/{railId}/chain/transactions/{hash}',
    summary: 'Get a transaction of a chain',
    params: Type.Object({
      railId,
      hash: Type.String({ pattern: '^0x[0-9a-fA-F]{64}$', examples: [`0x${'ab'.repeat(32)}`] }),
    }),
    replies: { 200: ChainTransaction },
    errors,
  },
})
