/** Erasure tests: no column has a word about the customer afterwards, except those that the list of personal data says are kept. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventsOf } from '../../../test/harness/books.ts'
import { quoteBetween } from '../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { addEmail, newWallet } from '../../../test/harness/samples/wallets.ts'
import { bareId } from '../../core/ids.ts'
import { concludeVerification } from '../customers.ts'
import { eraseCustomer } from './erase-customer.ts'
import { PERSONAL_DATA } from './personal-data.ts'

type CustomerId = `Customer:${string}`
const acting = { actor: { kind: 'COMMAND_LINE', name: 'nora' }, reason: 'retention period ended' } as const
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n%%EOF\n')
/** In every text about the customer, and nowhere else. */
const MARK = 'zyxwv'

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  app = await testApp()
  receiver = await openReceiver()
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  await receiver.close()
})

const erase = (id: string) => eraseCustomer(app.app, id, acting)
const remove = (customerId: CustomerId) => app.ok('deleteCustomerById', { params: { customerId } })

/** A business that was rejected, with everything that names persons. */
async function business() {
  const { id } = await app.ok('createCustomer', {
    key: 'business',
    body: {
      customerType: 'BUSINESS',
      platformCustomerId: 'shop-4711',
      email: `${MARK}@example.com`,
      umaAddress: `$${MARK}@${(await app.ok('getPlatformConfig')).umaDomain}`,
      businessInfo: { legalName: `${MARK} Ltd`, registrationNumber: `${MARK} 001` },
      address: { line1: `${MARK} street`, city: 'Berlin', postalCode: '10115', country: 'DE' },
    },
  })
  const person = { firstName: MARK, lastName: MARK, birthDate: '1980-02-03', nationality: 'DE' }
  await app.ok('createBeneficialOwner', {
    key: 'owner',
    body: {
      customerId: id,
      roles: ['UBO'],
      ownershipPercentage: 80,
      personalInfo: {
        ...person,
        address: { line1: `${MARK} street`, city: 'Berlin', postalCode: '10115', country: 'DE' },
        idType: 'NON_US_TAX_ID',
        identifier: MARK,
      },
    },
  })
  await app.ok('uploadDocument', {
    key: 'document',
    body: {
      documentHolder: id,
      documentType: 'CERTIFICATE_OF_INCORPORATION',
      country: 'DE',
      documentNumber: MARK,
      issuingAuthority: MARK,
      file: new File([PDF], `${MARK}.pdf`),
    },
  })
  await app.ok('createCustomerExternalAccount', {
    key: 'account',
    body: {
      customerId: id,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '900719719',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'BUSINESS', legalName: `${MARK} Ltd` },
      },
    },
  })
  return id
}

/** Columns with the mark, as `table.column`. */
async function marked(): Promise<string[]> {
  const found: string[] = []
  for (const [table, { personal, plain }] of Object.entries(PERSONAL_DATA))
    for (const column of [...Object.keys(personal), ...plain]) {
      const [row] = await app.store.query(
        `select 1 from ${table} where encode(convert_to("${column}"::text, 'UTF8'), 'escape') ilike $1 or "${column}"::text like '%900719719%' limit 1`,
        [`%${MARK}%`],
      )
      if (row) found.push(`${table}.${column}`)
    }
  return found
}
const files = () => readdirSync(join(app.folder, 'documents', app.platform.platformId))

describe('eraseCustomer', () => {
  it('leaves no word about a customer in any column, and no file', async () => {
    const id = await business()
    const { id: verification } = await app.ok('createVerification', { body: { customerId: id } })
    await concludeVerification(app.app, verification, `${MARK} is unknown`)
    await app.settle()
    const before = await eventsOf(app, id)
    expect(before.length).toBeGreaterThan(0)
    await remove(id)
    const held = await marked()
    for (const column of [
      'customers.profile',
      'customers.email',
      'customers.uma_address',
      'beneficial_owners.personal_info',
      'documents.file_name',
      'external_accounts.account_info',
      'external_accounts.identifier',
      'claims.name',
      'events.data',
      'idempotency_keys.reply',
      'verifications.errors',
    ])
      expect(held).toContain(column)
    expect(files()).toHaveLength(1)

    expect(await erase(id)).toMatchObject({ customer: id, owners: 1, documents: 1, externalAccounts: 1 })
    await app.settle()
    expect(await marked()).toEqual([])
    expect(files()).toEqual([])
    expect(await eventsOf(app, id)).toEqual(before)
  })

  it('leaves no address in the credentials of a wallet', async () => {
    const wallet = await newWallet(app)
    await addEmail(app, wallet, `${MARK}@example.com`)
    await remove(wallet.customerId as CustomerId)
    expect(await marked()).toEqual(expect.arrayContaining(['credentials.nickname', 'credentials.proof']))
    expect((await erase(wallet.customerId as string)).credentials).toBeGreaterThan(0)
    expect(await marked()).toEqual([])
  })

  it('keeps the record of the customer with ids, status and times', async () => {
    const { id, platformCustomerId, createdAt, region } = await app.ok('createCustomer', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Erin Erased', region: 'US', birthDate: '1990-01-15' },
    })
    await remove(id)
    await erase(id)
    const shown = await app.ok('getCustomerById', { params: { customerId: id } })
    expect(shown).toMatchObject({ id, platformCustomerId, createdAt, region, isDeleted: true })
    expect(Object.keys(shown)).not.toContain('fullName')
    const found = await app.ok('listCustomers', { query: { search: 'Erin', isIncludingDeleted: true } })
    expect(found.data).toEqual([])
  })

  it('answers a repeated request with its first reply, without the texts', async () => {
    const create = () =>
      app.call('createCustomer', { key: 'once', body: { customerType: 'INDIVIDUAL', fullName: 'Ulla Unique' } })
    const { body: first } = await create()
    await remove(first.id)
    await erase(first.id)
    const again = await create()
    expect(again.status).toBe(201)
    expect(again.body).toMatchObject({ id: first.id, createdAt: first.createdAt })
    expect(again.text).not.toContain('Ulla')
  })

  it('is in the audit chain with its reason, and may be repeated', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName: 'Rex Repeat' } })
    await remove(id)
    const first = await erase(id)
    expect(await erase(id)).toEqual(first)
    const entries = await app.store.query<{ entry: string }>(
      "select entry from audit_chain where action = 'customer.erased' order by number",
    )
    const about = entries.map(({ entry }) => JSON.parse(entry)).filter(({ target }) => target === id)
    expect(about).toHaveLength(2)
    expect(about[0]).toMatchObject({ actor: acting.actor, reason: acting.reason, outcome: 'DONE' })
  })

  it('is refused for a customer who is not deleted or does not exist, and without a reason', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName: 'Lena Live' } })
    await expect(erase(id)).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    expect(await app.ok('getCustomerById', { params: { customerId: id } })).toMatchObject({ fullName: 'Lena Live' })
    await expect(erase('Customer:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725')).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
    await remove(id)
    await expect(eraseCustomer(app.app, id, { ...acting, reason: ' ' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('is refused while a payment to an account of the customer has no outcome, and does not change its account', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName: 'Paula Payee' } })
    const account = await app.ok('createCustomerExternalAccount', {
      body: {
        customerId: id,
        currency: 'MXN',
        accountInfo: {
          accountType: 'MXN_ACCOUNT',
          clabeNumber: '032180000118359003',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Paula Payee' },
        },
      },
    })
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const source = data[0]?.id as `InternalAccount:${string}`
    await app.ok('sandboxFundInternalAccount', { params: { accountId: source }, body: { amount: 100_000 } })
    await quoteBetween(app, source, account.id, 1_000, { immediatelyExecute: true })
    await remove(id)
    await expect(erase(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await app.advance({ minutes: 7 })
    expect(await erase(id)).toMatchObject({ externalAccounts: 1 })
    const info = await app.store.query('select account_info as info from external_accounts where id = $1', [
      bareId(account.id),
    ])
    expect(info).toEqual([{ info: { accountType: 'MXN_ACCOUNT' } }])
  })
})
