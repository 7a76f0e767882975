/** A service with an EVM chain: transfers out become transactions, and deposits to an account's address are credited. */

import { HDKey } from '@scure/bip32'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house } from '../../../src/domain/ledger/house.ts'
import { announcePayees } from '../../../src/domain/payments/arrivals/announce-payees.ts'
import { takeArrivals } from '../../../src/domain/payments/arrivals/take-arrivals.ts'
import { reconcileRails } from '../../../src/domain/payments/reconciliation/reconcile-rails.ts'
import type { EvmRail } from '../../../src/providers/rails/evm/evm-rail.ts'
import { sandboxRailBeside } from '../../../src/providers/rails/sandbox.ts'
import { type TestApp, testApp } from '../../harness/app.ts'
import { accountOf, balanceOf } from '../../harness/cast.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn, freshAddress } from './payout-cast.ts'

describe.skipIf(!binary)('Over an EVM chain', () => {
  let app: TestApp
  let chain: TestChain
  let cast: Cast
  let rail: EvmRail
  let account: Awaited<ReturnType<typeof accountOf>>
  beforeAll(async () => {
    chain = await startChain()
    cast = await castOn(chain)
    app = await testApp({
      providers: (usual) => ({
        ...usual,
        rails({ store }) {
          rail = cast.rail({ store, xpub: HDKey.fromMasterSeed(Buffer.alloc(32, 3)).publicExtendedKey })
          return [rail, sandboxRailBeside([rail])]
        },
      }),
    })
    account = await accountOf(app, 'northwind', 'USDC')
    await app.ok('sandboxFundInternalAccount', {
      params: { accountId: account.id },
      body: { amount: 50_000_000 },
    })
    await app.settle()
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
    await chain.stop()
  })

  const walletOf = async (address: string) => {
    const accountInfo = { accountType: 'BASE_WALLET' as const, address }
    return (await app.ok('createPlatformExternalAccount', { body: { currency: 'USDC', accountInfo } })).id
  }
  const transferTo = async (address: string) =>
    app.call('createTransferOut', {
      body: {
        source: { accountId: account.id },
        destination: { accountId: await walletOf(address) },
        amount: 7_000_000,
      },
    })
  const transactionAt = (hash: string) => app.ok('getChainTransaction', { params: { railId: rail.id, hash } })
  const blockAt = (number: bigint) => app.ok('getChainBlock', { params: { railId: rail.id, number: String(number) } })
  const chainStatus = () => app.ok('getChain', { params: { railId: rail.id } })
  const statusOf = async (transactionId: `Transaction:${string}`) =>
    (await app.ok('getTransactionById', { params: { transactionId } })).status

  /** The gas of a transaction is in the ledger once, in gwei. */
  const bookedGas = async ({ gasUsed, effectiveGasPrice }: { gasUsed: bigint; effectiveGasPrice: bigint }) => {
    const { engine, clock, store } = app.app
    const needs = { store, engine, clock, rails: [rail], log: { warn() {}, error() {} } as never }
    await reconcileRails(needs)
    await store.query('update rail_cursors set costs_after = null')
    await reconcileRails(needs)
    const key = house('costs', 'ETH')
    const [spent] = await store.query<{ total: string }>(
      'select sum(amount)::text as total from house_balances where key = $1',
      [key],
    )
    const gwei = (gasUsed * effectiveGasPrice + 999_999_999n) / 1_000_000_000n
    expect([gwei > 0n, spent?.total]).toEqual([true, String(-gwei)])
  }

  it('a transfer out moves the token, and is completed when it is final', async () => {
    const before = await balanceOf(app, account)
    const recipient = freshAddress()
    const { status, body } = await transferTo(recipient)
    expect(status).toBe(200)
    await app.settle()
    await chain.mine(1)
    await app.advance({ minutes: 1 })
    expect(await statusOf(body.id)).toBe('PENDING')
    await chain.mine(2)
    await app.advance({ minutes: 1 })
    expect(await statusOf(body.id)).toBe('COMPLETED')
    expect(await chain.balanceOf(cast.token, recipient as Address)).toBe(7_000_000n)
    const { outside } = await app.ok('getTransactionHistory', { params: { transactionId: body.id } })
    const facts = Object.fromEntries(outside?.facts.map(({ name, value }) => [name, value]) ?? [])
    expect(facts).toMatchObject({ State: 'DELIVERED', To: recipient, Nonce: '0', 'Cost of gas': expect.any(String) })
    const mined = await chain.client.getTransactionReceipt({ hash: facts.Transaction as Hex })
    expect(facts.Block).toBe(String(mined.blockNumber))
    expect(await transactionAt(facts.Transaction as string)).toMatchObject({
      status: 'SUCCESS',
      confirmations: 3,
      gas: { cost: expect.stringMatching(/^0\.\d+ ETH$/) },
      block: { number: Number(mined.blockNumber), hash: mined.blockHash },
      transfers: [{ from: cast.wallet, to: recipient, amount: '7', currency: 'USDC' }],
    })
    await bookedGas(mined)
    expect(await blockAt(mined.blockNumber)).toMatchObject({
      hash: mined.blockHash,
      transactions: [{ hash: facts.Transaction }],
    })
    expect(await balanceOf(app, account)).toBeLessThanOrEqual(before - 7_000_000)
  })

  it('a deposit to the one address of an account on the chain is credited once, when it is final', async () => {
    const addresses = account.fundingPaymentInstructions
      .map(({ accountOrWalletInfo }) => accountOrWalletInfo)
      .filter(({ accountType }) => accountType === 'BASE_WALLET')
    expect(addresses).toHaveLength(1)
    const { address } = addresses[0] as unknown as { address: Address }
    const { engine, clock, store } = app.app
    const needs = { store, engine, clock, rails: [rail], log: { warn() {}, error() {} } as never }
    await announcePayees(needs)
    const before = await balanceOf(app, account)
    await chain.write(cast.token, 'mint', [address, 3_000_000n])
    await takeArrivals(needs)
    expect(await balanceOf(app, account)).toBe(before)
    expect((await chainStatus()).pendingDeposits).toMatchObject([
      { to: address, amount: '3', currency: 'USDC', confirmations: 1 },
    ])
    await chain.mine(2)
    expect((await chainStatus()).blocks[0]?.number).toBe(Number(await chain.client.getBlockNumber()))
    await expect
      .poll(async () => {
        await takeArrivals(needs)
        return await balanceOf(app, account)
      })
      .toBe(before + 3_000_000)
    await takeArrivals(needs)
    expect(await balanceOf(app, account)).toBe(before + 3_000_000)
    expect((await chainStatus()).pendingDeposits).toEqual([])
    const { data } = await app.ok('listTransactions', { query: { type: 'INCOMING' } })
    const { outside } = await app.ok('getTransactionHistory', {
      params: { transactionId: data[0]?.id as `Transaction:${string}` },
    })
    const hash = outside?.facts.find(({ shows }) => shows === 'TRANSACTION')?.value as string
    expect((await transactionAt(hash)).transfers).toMatchObject([{ to: address, amount: '3' }])
  })

  it('a quote that is funded in real time has its own address, and is executed by a deposit of its amount', async () => {
    const destination = await accountOf(app, 'alice', 'USDC')
    const quote = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC', cryptoNetwork: 'BASE' },
        destination: { destinationType: 'ACCOUNT', accountId: destination.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 4_000_000,
      },
    })
    const info = quote.paymentInstructions?.map(({ accountOrWalletInfo }) => accountOrWalletInfo) ?? []
    const { address } = info.find(({ accountType }) => accountType === 'BASE_WALLET') as unknown as { address: Address }
    expect(JSON.stringify(account.fundingPaymentInstructions)).not.toContain(address)
    const { engine, clock, store } = app.app
    const needs = { store, engine, clock, rails: [rail], log: { warn() {}, error() {} } as never }
    await announcePayees(needs)
    await chain.write(cast.token, 'mint', [address, BigInt(quote.totalSendingAmount)])
    await chain.mine(3)
    await expect
      .poll(async () => {
        await takeArrivals(needs)
        await app.settle()
        return (await app.ok('getQuoteById', { params: { quoteId: quote.id } })).status
      })
      .toBe('COMPLETED')
  })

  it('a transfer out that the token refuses gives the money back', async () => {
    const recipient = freshAddress()
    await chain.write(cast.token, 'refuse', [recipient, true])
    const before = await balanceOf(app, account)
    const { body } = await transferTo(recipient)
    await app.settle()
    expect([await statusOf(body.id), await balanceOf(app, account)]).toEqual(['FAILED', before])
  })
})
