/** Crypto withdrawal fee estimate tests: the network's fee, the service's fee, and the net amount. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

const SOLANA = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const EVM = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
const SPARK = 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu'
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

let app: TestApp
let ids: Record<string, string>
beforeAll(async () => {
  app = await testApp()
  ids = Object.fromEntries(
    await Promise.all(
      ['USDC', 'BTC', 'USDB', 'USD'].map(async (code) => [code, (await accountOf(app, 'alice', code)).id]),
    ),
  )
})
afterAll(() => app.close())

const body = (currency: string, cryptoNetwork: string, destinationAddress: string, amount = 1_000_000) => ({
  internalAccountId: ids[currency] as string,
  currency,
  cryptoNetwork,
  amount,
  destinationAddress,
})
const estimate = (...asked: Parameters<typeof body>) => app.ok('estimateCryptoWithdrawalFee', { body: body(...asked) })
const attempt = async (more: object) =>
  (await app.call('estimateCryptoWithdrawalFee', { body: { ...body('USDC', 'SOLANA', SOLANA), ...more } })).error

describe('estimateCryptoWithdrawalFee', () => {
  it("adds the network's fee, converted and rounded up, to the service's half percent", async () => {
    // 5,000 lamports at 150 USD are 0.00075 USD.
    expect(await estimate('USDC', 'SOLANA', SOLANA)).toEqual({
      networkFee: 5_000,
      networkFeeAsset: 'SOL',
      applicationFee: 5_000,
      totalFee: 5_750,
      netAmount: 994_250,
    })
    // 650,000,000,000 wei at 3,000 USD are 0.00195 USD; half a percent of 1,000,001 is 5,000.005.
    expect(await estimate('USDC', 'BASE', EVM, 1_000_001)).toEqual({
      networkFee: 650_000_000_000,
      networkFeeAsset: 'ETH',
      applicationFee: 5_001,
      totalFee: 6_951,
      netAmount: 993_050,
    })
  })

  it.each([
    ['USDC', 'ETHEREUM', EVM, 'ETH', 1_950_000],
    ['USDC', 'POLYGON', EVM, 'POL', 975],
    ['BTC', 'BITCOIN', BITCOIN, 'BTC', 1_500],
    ['BTC', 'BITCOIN', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'BTC', 1_500],
    ['BTC', 'LIGHTNING', 'maria@wallet.example', 'BTC', 10],
    ['BTC', 'LIGHTNING', `lnbc${'1'.repeat(40)}`, 'BTC', 10],
    ['BTC', 'SPARK', SPARK, 'BTC', 0],
    ['USDB', 'SPARK', SPARK, 'BTC', 0],
  ])('estimates %s over %s to %s', async (currency, network, address, asset, converted) => {
    const amount = 1_000_000_000
    const fee = await estimate(currency, network, address, amount)
    expect(fee).toMatchObject({ networkFeeAsset: asset, applicationFee: 5_000_000, totalFee: 5_000_000 + converted })
    expect(fee.netAmount).toBe(amount - fee.totalFee)
  })

  it('moves and reserves nothing', async () => {
    const before = await accountOf(app, 'alice', 'USDC')
    await estimate('USDC', 'SOLANA', SOLANA)
    expect(await accountOf(app, 'alice', 'USDC')).toEqual(before)
  })

  it('404 for an account that does not exist, and for that of another platform', async () => {
    const unknown = { status: 404, code: 'INTERNAL_ACCOUNT_NOT_FOUND' }
    expect(await attempt({ internalAccountId: 'InternalAccount:019542f5-b3e7-7d02-8000-000000000001' })).toMatchObject(
      unknown,
    )
    const as = await app.anotherPlatform()
    const { error } = await app.call('estimateCryptoWithdrawalFee', { body: body('USDC', 'SOLANA', SOLANA), as })
    expect(error).toMatchObject(unknown)
  })

  it.each([
    ['another currency than the account holds', { currency: 'BTC' }, 'INVALID_CURRENCY', 'currency'],
    ['a network that does not carry the currency', { cryptoNetwork: 'LIGHTNING' }, 'INVALID_CURRENCY', 'cryptoNetwork'],
    ['an unknown network', { cryptoNetwork: 'TRON' }, 'INVALID_INPUT', 'cryptoNetwork'],
    ['an address of another network', { destinationAddress: EVM }, 'INVALID_INPUT', 'destinationAddress'],
    [
      'an address with trailing characters',
      { destinationAddress: `${SOLANA}\n` },
      'INVALID_INPUT',
      'destinationAddress',
    ],
    ['no amount', { amount: 0 }, 'INVALID_INPUT', 'amount'],
  ])('400 for %s', async (_what, more, code, field) => {
    expect(await attempt(more)).toMatchObject({ status: 400, code, details: { errors: [{ field }] } })
  })

  it('400 for fiat money', async () => {
    expect(await attempt({ internalAccountId: ids.USD, currency: 'USD' })).toMatchObject({
      status: 400,
      code: 'INVALID_CURRENCY',
    })
  })

  it('400 if the fee consumes the amount', async () => {
    expect(await attempt({ amount: 753 })).toMatchObject({ status: 400, code: 'INVALID_AMOUNT' })
    expect((await estimate('USDC', 'SOLANA', SOLANA, 755)).netAmount).toBe(1)
  })
})

describe('without a crypto network', () => {
  let unconnected: TestApp
  beforeAll(async () => {
    unconnected = await testApp({ providers: (usual) => ({ ...usual, networks: undefined }) })
  })
  afterAll(() => unconnected.close())

  it('422 with what is connected', async () => {
    const { id: internalAccountId } = await accountOf(unconnected, 'alice', 'USDC')
    const asked = { ...body('USDC', 'BASE', EVM), internalAccountId }
    const { status, error } = await unconnected.call('estimateCryptoWithdrawalFee', { body: asked })
    expect([status, error.code]).toEqual([422, 'RAIL_NOT_CONNECTED'])
  })
})
