/** Payments that no connected rail carries: refused before anything is stored, with what is connected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentWorld, bankAccount, connectedAgent, transferOut } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { holderOf } from '../../../../test/harness/cards.ts'
import { accountOf, balanceOf, clabe } from '../../../../test/harness/cast.ts'
import { withRail } from '../../../../test/harness/rails.ts'
import type { Carriage } from '../../../providers/rails/port.ts'

const PESOS: Carriage = {
  direction: 'OUT',
  currency: 'MXN',
  accountTypes: ['MXN_ACCOUNT'],
  scheme: 'SPEI',
  minAmount: 1_000n,
  maxAmount: 100_000n,
  settlement: 'at once',
  fee: 'none',
}
const CONNECTED = {
  currency: 'MXN',
  paymentRail: 'SPEI',
  accountTypes: ['MXN_ACCOUNT'],
  minAmount: 1_000,
  maxAmount: 100_000,
}

describe('a payment that no rail carries', () => {
  let app: TestApp
  let dollars: Awaited<ReturnType<typeof accountOf>>
  let peer: Awaited<ReturnType<typeof clabe>>
  beforeAll(async () => {
    app = await testApp({ providers: withRail(() => ({ id: 'spei', carries: [PESOS] })) })
    dollars = await accountOf(app, 'northwind', 'USD')
    peer = await clabe(app, '719')
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  const quote = (source: object, destination: object, lockedCurrencyAmount: number) =>
    app.call('createQuote', {
      body: { source, destination, lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount },
    })
  const fromDollars = () => ({ sourceType: 'ACCOUNT', accountId: dollars.id })
  const toPeer = () => ({ destinationType: 'ACCOUNT', accountId: peer })

  it.each([999, 100_001])('because of its amount, %i, is refused with the smallest and largest', async (amount) => {
    const { status, error } = await quote(fromDollars(), toPeer(), amount)
    expect([status, error.code, error.details]).toEqual([422, 'RAIL_NOT_CONNECTED', { connected: [CONNECTED] }])
    expect(error.message).toBe(
      `No rail carries ${amount} minor units of MXN to MXN_ACCOUNT by SPEI. Connected is MXN by SPEI`,
    )
  })

  it('within the limits is quoted, paid and delivered', async () => {
    const { status, body } = await quote(fromDollars(), toPeer(), 1_000)
    expect(status).toBe(201)
    await app.ok('executeQuote', { params: { quoteId: body.id } })
    await app.settle()
    const { transactionId } = body
    expect((await app.ok('getTransactionById', { params: { transactionId } })).status).toBe('COMPLETED')
  })

  it('to be funded from outside is refused, and gets no payment instructions', async () => {
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD' }
    const { status, error } = await quote(source, toPeer(), 1_000)
    expect([status, error.code, error.message]).toEqual([
      422,
      'RAIL_NOT_CONNECTED',
      'No rail is connected to this installation, so nothing can be paid in from outside',
    ])
  })

  it('is refused as a transfer in either direction, and no money moves', async () => {
    const before = await balanceOf(app, dollars)
    const transfers = [
      await app.call('createTransferIn', {
        body: { source: { accountId: peer }, destination: { accountId: dollars.id }, amount: 5_000 },
      }),
      await app.call('createTransferOut', {
        body: { source: { accountId: dollars.id }, destination: { accountId: peer }, amount: 500 },
      }),
    ]
    expect(transfers.map(({ status, error }) => [status, error.code])).toEqual([
      [422, 'RAIL_NOT_CONNECTED'],
      [422, 'RAIL_NOT_CONNECTED'],
    ])
    expect(await balanceOf(app, dollars)).toBe(before)
  })

  it('is refused to an agent after its policy: it learns nothing about other customers’ accounts', async () => {
    const world = await agentWorld(app)
    const { as } = await connectedAgent(app, world.customerId)
    const foreign = await bankAccount(app, (await holderOf(app, 0)).customerId)
    const codes = []
    for (const payee of [world.bank, foreign])
      codes.push((await app.call('agentCreateTransferOut', { as, body: transferOut(world, 500, payee) })).error.code)
    expect(codes).toEqual(['RAIL_NOT_CONNECTED', 'EXTERNAL_ACCOUNT_NOT_FOUND'])
  })

  it('does not prevent an account of its kind from being registered, unverified', async () => {
    const account = await app.ok('createPlatformExternalAccount', {
      body: {
        currency: 'EUR',
        accountInfo: {
          accountType: 'EUR_ACCOUNT',
          iban: 'DE89370400440532013000',
          beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Acme GmbH' },
        },
      },
    })
    expect(account.beneficiaryVerificationStatus).toBe('UNSUPPORTED')
  })
})
