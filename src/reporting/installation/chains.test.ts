/** Chains of rails: blocks and transactions of the explorer, and 404 for those that do not exist. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainBlock, ChainTransaction } from '../../../contract/installation/chains.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import type { Rail } from '../../providers/rails/port.ts'
import { sandboxRail } from '../../providers/rails/sandbox.ts'

const HASH = `0x${'ab'.repeat(32)}`
const BLOCK: ChainBlock = { number: 7, hash: HASH, parentHash: HASH, at: '2026-01-01T00:00:00.000Z', transactions: [] }
const CREATION: ChainTransaction = {
  hash: HASH,
  from: HASH,
  status: 'PENDING',
  confirmations: 0,
  confirmationsNeeded: 12,
  nonce: 0,
  transfers: [],
}
const onChain: Rail = {
  ...sandboxRail,
  id: 'evm',
  explorer: {
    chain: async () => ({ rail: 'evm', confirmationsNeeded: 12, blocks: [BLOCK], pendingDeposits: [] }),
    block: async (number) => (number === 7n ? BLOCK : undefined),
    transaction: async (hash) => (hash === HASH ? CREATION : undefined),
  },
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ providers: (usual) => ({ ...usual, rails: () => [sandboxRail, onChain] }) })
})
afterAll(() => app.close())

const refusal = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code]

describe('getChain', () => {
  it('has the latest blocks; 404 for a rail without a chain, and for an unknown one', async () => {
    expect((await app.ok('getChain', { params: { railId: 'evm' } })).blocks).toEqual([BLOCK])
    for (const railId of ['sandbox', 'nothing'])
      expect(refusal(await app.call('getChain', { params: { railId } }))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('getChainBlock', () => {
  it('has a block by its number; 404 for one that does not exist', async () => {
    const at = (number: string) => app.call('getChainBlock', { params: { railId: 'evm', number } })
    expect((await at('7')).body).toEqual(BLOCK)
    expect(refusal(await at('8'))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('getChainTransaction', () => {
  it('has a transaction by its hash; 404 for one that does not exist', async () => {
    const at = (hash: string) => app.call('getChainTransaction', { params: { railId: 'evm', hash } })
    expect((await at(HASH)).body).toEqual(CREATION)
    expect(refusal(await at(`0x${'cd'.repeat(32)}`))).toEqual([404, 'NOT_FOUND'])
  })
})
