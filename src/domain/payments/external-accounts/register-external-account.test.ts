/** External account registration tests: every type, once per owner, with the bank's answer about the beneficiary. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountExamples } from '../../../../contract/payments/external-accounts/account-examples.ts'
import { primaryIdentifier } from '../../../../contract/payments/external-accounts/account-identifier.ts'
import type { AccountTypeRow } from '../../../../contract/payments/external-accounts/account-row.ts'
import {
  ACCOUNT_TYPES,
  type AccountType,
  railsOf,
} from '../../../../contract/payments/external-accounts/account-types.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, clabe } from '../../../../test/harness/cast.ts'

type CustomerId = `Customer:${string}`

let app: TestApp
let alice: CustomerId
let northwind: CustomerId
const rowOf = (accountType: AccountType): AccountTypeRow => ACCOUNT_TYPES[accountType]
const clabeInfo = (last: string) => ({
  accountType: 'MXN_ACCOUNT',
  clabeNumber: `646180157000000${last}`,
  beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
})
const register = (body: object) => app.call('createCustomerExternalAccount', { body: body as never })
const mexican = (customerId: CustomerId, last: string, more: object = {}) =>
  register({ customerId, currency: 'MXN', accountInfo: clabeInfo(last), ...more })

beforeAll(async () => {
  app = await testApp()
  alice = (await accountOf(app, 'alice', 'USD')).customerId as CustomerId
  northwind = (await accountOf(app, 'northwind', 'USD')).customerId as CustomerId
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('createCustomerExternalAccount', () => {
  const types = Object.keys(ACCOUNT_TYPES) as AccountType[]

  it.each(types)('registers a %s in each of its forms, and shows the rails that reach it', async (accountType) => {
    const { currencies, beneficiary } = rowOf(accountType)
    const currency = currencies === 'ANY' ? 'USD' : (currencies[0] as string)
    for (const accountInfo of accountExamples(accountType)) {
      const { status, body, text } = await register({ customerId: alice, currency, accountInfo })
      expect(status, text).toBe(201)
      expect(body).toMatchObject({ customerId: alice, status: 'ACTIVE', currency, defaultUmaDepositAccount: false })
      const rails = beneficiary && { paymentRails: railsOf(accountInfo) }
      expect(body.accountInfo).toEqual({ ...accountInfo, ...rails })
      const params = { externalAccountId: body.id }
      expect(await app.ok('getCustomerExternalAccountById', { params })).toEqual(body)
    }
  })

  it.each([
    ['102', 'NOT_MATCHED', undefined],
    ['103', 'PARTIAL_MATCH', 'M. García'],
    ['104', 'PENDING', undefined],
    ['106', 'UNSUPPORTED', undefined],
    ['107', 'CHECKED_BY_RECEIVING_FI', undefined],
    ['719', 'MATCHED', 'María García'],
    ['002', 'MATCHED', 'María García'],
  ])('shows for an account that ends in %s the beneficiary verification %s', async (suffix, status, fullName) => {
    const { body } = await mexican(alice, suffix)
    expect(body.beneficiaryVerificationStatus).toBe(status)
    expect(body.beneficiaryVerifiedData).toEqual(fullName && { fullName })
  })

  it('does not verify the beneficiary of a wallet', async () => {
    const accountInfo = { accountType: 'BASE_WALLET', address: `0x${'a'.repeat(40)}` }
    const { body } = await register({ customerId: alice, currency: 'USDC', accountInfo })
    expect(body.beneficiaryVerificationStatus).toBe('UNSUPPORTED')
  })

  it.each([
    ['a CLABE', 'MXN', clabeInfo('105')],
    ['an account number', 'USD', { ...accountExamples('USD_ACCOUNT')[0], accountNumber: '12105' }],
    ['an IBAN', 'EUR', { ...accountExamples('EUR_ACCOUNT')[0], iban: 'DE89370400440532013105' }],
    ['the name before the @', 'INR', { ...accountExamples('INR_ACCOUNT')[0], vpa: 'asha.105@okbank' }],
    ['a Pix key', 'BRL', { ...accountExamples('BRL_ACCOUNT')[0], pixKey: 'ana.105@pix.com.br', pixKeyType: 'EMAIL' }],
    ['a wallet address', 'BTC', { accountType: 'SPARK_WALLET', address: 'spark1qqqqqqqqqqqq105' }],
    ['a Lightning address', 'BTC', { accountType: 'LIGHTNING', lightningAddress: 'ana105@wallet.example' }],
  ])('400 when %s ends in 105, and nothing is stored', async (_what, currency, accountInfo) => {
    const before = (await app.ok('listCustomerExternalAccounts')).totalCount
    const { error } = await register({ customerId: northwind, currency, accountInfo })
    expect(error).toMatchObject({ status: 400, code: 'INVALID_BANK_ACCOUNT' })
    expect((await app.ok('listCustomerExternalAccounts')).totalCount).toBe(before)
  })

  it('409 when the same owner registers the same account again, with the id of the existing one', async () => {
    const first = await mexican(alice, '201')
    expect(first.status).toBe(201)
    expect((await mexican(alice, '201', { platformAccountId: 'x' })).error).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      details: { externalAccountId: first.body.id },
    })
    expect((await mexican(northwind, '201')).status).toBe(201)
    const body = { currency: 'MXN', accountInfo: clabeInfo('201') as never }
    expect((await app.call('createPlatformExternalAccount', { body })).status).toBe(201)
    expect((await app.call('createPlatformExternalAccount', { body })).status).toBe(409)
    expect((await app.call('createPlatformExternalAccount', { body, as: await app.anotherPlatform() })).status).toBe(
      201,
    )
  })

  it('registers an account once under concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => mexican(alice, '301')))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  it('lets the same account be registered again once it was deleted', async () => {
    const { body } = await mexican(alice, '202')
    await app.ok('deleteCustomerExternalAccountById', { params: { externalAccountId: body.id } })
    const again = await mexican(alice, '202')
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(body.id)
  })

  it('makes the account that was registered last with `defaultUmaDepositAccount` the default', async () => {
    const isDefault = async (externalAccountId: `ExternalAccount:${string}`) =>
      (await app.ok('getCustomerExternalAccountById', { params: { externalAccountId } })).defaultUmaDepositAccount
    const yes = { defaultUmaDepositAccount: true }
    const first = (await mexican(alice, '401', yes)).body.id
    const others = (await mexican(northwind, '401', yes)).body.id
    expect(await isDefault(first)).toBe(true)
    const second = (await mexican(alice, '402', yes)).body.id
    expect([await isDefault(first), await isDefault(second), await isDefault(others)]).toEqual([false, true, true])
    await app.ok('deleteCustomerExternalAccountById', { params: { externalAccountId: second } })
    const third = (await mexican(alice, '403', yes)).body.id
    expect([await isDefault(first), await isDefault(third)]).toEqual([false, true])
  })

  it('400 when the account cannot hold the currency', async () => {
    const { error } = await register({ customerId: alice, currency: 'EUR', accountInfo: clabeInfo('501') })
    expect(error).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' })
    expect(error.details.errors[0].field).toBe('currency')
  })

  it('accepts any kind of account, whether or not the platform lists its currency', async () => {
    const [accountInfo] = accountExamples('ZAR_ACCOUNT')
    expect((await register({ customerId: northwind, currency: 'ZAR', accountInfo })).status).toBe(201)
  })

  it('404 for a customer that does not exist, 410 for one that is deleted', async () => {
    const unknown = 'Customer:00000000-0000-7000-8000-000000000000'
    expect((await mexican(unknown, '601')).error).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    expect((await mexican(id, '601')).error).toMatchObject({ status: 410, code: 'CUSTOMER_DELETED' })
  })

  it.each([
    [
      'accountInfo.clabeNumber',
      { accountType: 'MXN_ACCOUNT', clabeNumber: '12', beneficiary: clabeInfo('1').beneficiary },
    ],
    ['accountInfo.beneficiary', { accountType: 'MXN_ACCOUNT', clabeNumber: '0'.repeat(18) }],
    ['accountInfo.beneficiary.fullName', { ...clabeInfo('700'), beneficiary: { beneficiaryType: 'INDIVIDUAL' } }],
    ['accountInfo.beneficiary.beneficiaryType', { ...clabeInfo('700'), beneficiary: { beneficiaryType: 'GHOST' } }],
    ['accountInfo.accountType', { ...clabeInfo('700'), accountType: 'GALLEON_ACCOUNT' }],
    ['accountInfo.accountType', { clabeNumber: '0'.repeat(18) }],
    ['accountInfo', { accountType: 'LIGHTNING', invoice: `lnbc${'1'.repeat(20)}`, lightningAddress: 'a@b.example' }],
    ['accountInfo.address', { accountType: 'SPARK_WALLET', address: 'invalid_address' }],
  ])('400 for %s in %j', async (field, accountInfo) => {
    const { status, error } = await register({ customerId: alice, currency: 'MXN', accountInfo })
    expect(status).toBe(400)
    expect(error.details.errors.map((fault: { field: string }) => fault.field)).toContain(field)
  })
})

describe('createPlatformExternalAccount', () => {
  it("registers the platform's own account, which belongs to no customer", async () => {
    const body = { currency: 'MXN', accountInfo: clabeInfo('801') as never, platformAccountId: 'treasury' }
    const account = await app.ok('createPlatformExternalAccount', { body })
    expect(account).toMatchObject({ platformAccountId: 'treasury', status: 'ACTIVE' })
    expect(account).not.toHaveProperty('customerId')
    expect(account).not.toHaveProperty('defaultUmaDepositAccount')
  })
})

/** Tests of a list for either kind of owner. */
function listsItsOwn(operation: 'listCustomerExternalAccounts' | 'listPlatformExternalAccounts') {
  const list = (query: object = {}) => app.ok(operation, { query: { limit: 100, ...query } })

  it('shows them newest first, and none of the other kind of owner', async () => {
    const { data } = await list()
    expect(data.length).toBeGreaterThan(0)
    expect(data.map(({ id }) => id)).toEqual(
      data
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    for (const account of data) expect('customerId' in account).toBe(operation === 'listCustomerExternalAccounts')
  })

  it('filters by currency', async () => {
    const { data } = await list({ currency: 'MXN' })
    expect(new Set(data.map(({ currency }) => currency))).toEqual(new Set(['MXN']))
    expect((await list({ currency: 'RWF', customerId: northwind })).totalCount).toBe(0)
  })
}

describe('listPlatformExternalAccounts', () => listsItsOwn('listPlatformExternalAccounts'))

describe('listCustomerExternalAccounts', () => {
  listsItsOwn('listCustomerExternalAccounts')

  it('filters by customer', async () => {
    const { data } = await app.ok('listCustomerExternalAccounts', { query: { customerId: northwind, limit: 100 } })
    expect(new Set(data.map(({ customerId }) => customerId))).toEqual(new Set([northwind]))
    expect(data.map(({ accountInfo }) => primaryIdentifier(accountInfo))).toContain('032180000118359719')
  })
})

const OPERATIONS = {
  customers: {
    add: async (last: string) => (await mexican(alice, last)).body.id,
    get: 'getCustomerExternalAccountById',
    remove: 'deleteCustomerExternalAccountById',
    list: 'listCustomerExternalAccounts',
  },
  platform: {
    add: (last: string) => clabe(app, last),
    get: 'getPlatformExternalAccountById',
    remove: 'deletePlatformExternalAccountById',
    list: 'listPlatformExternalAccounts',
  },
} as const
type Owner = keyof typeof OPERATIONS
const add = async (owner: Owner, last: string) => ({ externalAccountId: (await OPERATIONS[owner].add(last)) as never })

function showsItsOwn(owner: Owner, other: Owner) {
  const { get } = OPERATIONS[owner]

  it('shows the account', async () => {
    const params = await add(owner, '901')
    expect(await app.ok(get, { params })).toMatchObject({ id: params.externalAccountId, status: 'ACTIVE' })
  })

  it('404 for an account of the other kind of owner', async () => {
    const { error } = await app.call(get, { params: await add(other, '902') })
    expect(error).toMatchObject({ status: 404, code: 'EXTERNAL_ACCOUNT_NOT_FOUND' })
  })
}

function deletesItsOwn(owner: Owner, other: Owner) {
  const { get, remove, list } = OPERATIONS[owner]

  it('204 once, and the account is gone from then on', async () => {
    const params = await add(owner, '903')
    expect((await app.call(remove, { params })).status).toBe(204)
    for (const operation of [get, remove])
      expect((await app.call(operation, { params })).error).toMatchObject({
        status: 404,
        code: 'EXTERNAL_ACCOUNT_NOT_FOUND',
      })
    const { data } = await app.ok(list, { query: { limit: 100 } })
    expect(data.map(({ id }) => id)).not.toContain(params.externalAccountId)
  })

  it('404 for an account of the other kind of owner, which stays', async () => {
    const params = await add(other, '904')
    expect((await app.call(remove, { params })).status).toBe(404)
    expect((await app.call(OPERATIONS[other].get, { params })).status).toBe(200)
  })
}

describe('getCustomerExternalAccountById', () => showsItsOwn('customers', 'platform'))
describe('getPlatformExternalAccountById', () => showsItsOwn('platform', 'customers'))
describe('deleteCustomerExternalAccountById', () => deletesItsOwn('customers', 'platform'))
describe('deletePlatformExternalAccountById', () => deletesItsOwn('platform', 'customers'))
