/** Travel rule: parties are stored before a payout is submitted, one without them is held, and they are in no log or event. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../../test/harness/cast.ts'
import { decideHeldPayout, heldPayouts } from './payout-holds.ts'
import { completeTravelRuleRecord, travelRuleRecord } from './travel-rule.ts'

const WALLET = '0x8ba1f109551bd432803012645ac136ddd64dba72'
const NAMES = ['Northwind Ltd', 'Nora North']

let app: TestApp
let lines: string
let usd: `InternalAccount:${string}`
beforeAll(async () => {
  lines = ''
  const travelRule = new Map([
    ['USDC', 1_000_000n],
    ['USD', 500n],
  ])
  app = await testApp({ travelRule, logTo: (line) => (lines += line) })
  usd = (await accountOf(app, 'northwind', 'USD')).id
  app.clock.freeze()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const key = (transactionId: string) => transactionId.split(':')[1] as string
const statusOf = async (transactionId: string) =>
  (await app.ok('getTransactionById', { params: { transactionId: transactionId as never } })).status
const submissions = async (transactionId: string) =>
  (await app.store.query('select 1 from payout_routes where key = $1', [key(transactionId)])).length
const records = async (transactionId: string) =>
  await app.store.query<{ originator: object; beneficiary: object }>(
    'select originator, beneficiary from travel_rule_records where key = $1',
    [key(transactionId)],
  )

/** Pays to a wallet on a chain. */
async function payOut(amount: number): Promise<string> {
  const accountInfo = { accountType: 'ETHEREUM_WALLET', address: WALLET }
  const found = await app.ok('listPlatformExternalAccounts', { query: { limit: 100 } })
  const known = found.data.find(({ currency }) => currency === 'USDC')
  const { id: to } =
    known ?? (await app.ok('createPlatformExternalAccount', { body: { currency: 'USDC', accountInfo } }))
  const { id, transactionId } = await quoteBetween(app, usd, to as never, amount)
  await app.ok('executeQuote', { params: { quoteId: id } })
  await app.settle()
  return transactionId
}

async function payByUma(amount: number): Promise<string> {
  const umaAddress = '$success.usd@sandbox.uma.example'
  const { lookupId } = await app.ok('lookupUma', { params: { receiverUmaAddress: umaAddress } })
  const { id, transactionId } = await app.ok('createQuote', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: usd },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      lookupId,
      senderCustomerInfo: { FULL_NAME: 'Northwind Ltd' },
    },
  })
  await app.ok('executeQuote', { params: { quoteId: id } })
  await app.advance({ minutes: 5 })
  return transactionId
}

describe('a payout over a chain', () => {
  it('below the threshold is submitted, and nothing is stored', async () => {
    const transactionId = await payOut(50)
    await app.advance({ minutes: 2 })
    expect([await statusOf(transactionId), await records(transactionId)]).toEqual(['COMPLETED', []])
  })

  it('at or above the threshold is submitted when the account names the owner of the wallet', async () => {
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North', countryOfResidence: 'DE' } as const
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const accountInfo = { accountType: 'ETHEREUM_WALLET', address, beneficiary } as const
    const account = await app.ok('createPlatformExternalAccount', { body: { currency: 'USDC', accountInfo } })
    expect(account.accountInfo).toEqual(accountInfo)
    const { id, transactionId } = await quoteBetween(app, usd, account.id, 500)
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.advance({ minutes: 2 })
    expect(await statusOf(transactionId)).toBe('COMPLETED')
    expect(await records(transactionId)).toMatchObject([{ beneficiary: { name: 'Nora North', account: address } }])
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: account.id } })
  })

  it('at or above the threshold is held until an operator has named the beneficiary and releases it', async () => {
    const before = await balanceOf(app, { id: usd } as never)
    const transactionId = await payOut(500)
    await app.advance({ minutes: 5 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['PROCESSING', 0])
    expect(await heldPayouts(app.app)).toMatchObject([
      { id: transactionId, currency: 'USDC', reason: 'Travel rule: the name of the beneficiary is missing' },
    ])
    expect(await records(transactionId)).toMatchObject([
      { originator: { name: 'Northwind Ltd', account: usd }, beneficiary: { account: WALLET } },
    ])
    await completeTravelRuleRecord(app, transactionId, { beneficiary: 'Nora North', by: 'Otto Operator' })
    await expect(
      completeTravelRuleRecord(app, transactionId, { beneficiary: 'Another', by: 'Otto Operator' }),
    ).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await decideHeldPayout(app.app, transactionId, { decision: 'RELEASED', by: 'Otto Operator', note: 'Found out' })
    await app.advance({ minutes: 2 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['COMPLETED', 1])
    expect(before - (await balanceOf(app, { id: usd } as never))).toBe(500)
    expect(await travelRuleRecord(app, transactionId)).toMatchObject({
      id: transactionId,
      platform: 'Acme Pay',
      currency: 'USDC',
      beneficiary: JSON.stringify({ name: 'Nora North', account: WALLET }),
    })
  })
})

it('a payment by UMA at or above the threshold is stored with its originator, and continues', async () => {
  const small = await payByUma(200)
  expect([await statusOf(small), await records(small)]).toEqual(['COMPLETED', []])
  const transactionId = await payByUma(2_000)
  expect(await statusOf(transactionId)).toBe('COMPLETED')
  expect(await records(transactionId)).toMatchObject([
    {
      originator: { name: 'Northwind Ltd', account: usd },
      beneficiary: { account: '$success.usd@sandbox.uma.example' },
    },
  ])
})

it('the parties are in no log and no event; the security log has the id of the payment', async () => {
  const kept = lines.split('\n').filter((line) => line.includes('travel-rule.kept'))
  const stored = await app.store.query<{ key: string }>('select key from travel_rule_records order by key')
  expect(kept.map((line) => JSON.parse(line).target).sort()).toEqual(stored.map(({ key }) => key))
  for (const name of [...NAMES, WALLET]) expect(kept.join('\n')).not.toContain(name)
  expect(lines).not.toContain('Nora North')
  const events = await app.store.query<{ text: string }>('select row_to_json(e)::text as text from events e')
  expect(events.map(({ text }) => text).join('\n')).not.toContain('Nora North')
})

it('a payment without stored parties is unknown', async () => {
  await expect(travelRuleRecord(app, 'Transaction:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725')).rejects.toMatchObject({
    code: 'TRANSACTION_NOT_FOUND',
  })
})
