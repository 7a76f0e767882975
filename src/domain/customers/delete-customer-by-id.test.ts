/** Deleting a customer: no account of theirs stays open, whenever it was opened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { bareId } from '../../core/ids.ts'
import { findAccountIds } from '../accounts/queries.ts'
import { deleteCustomerById } from './delete-customer-by-id.ts'
import { customerJobs } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

/** An approved customer with an account in dollars. */
async function withDollars() {
  const { id } = await app.ok('createCustomer', {
    body: {
      customerType: 'INDIVIDUAL',
      region: 'US',
      fullName: 'Dora Dollar',
      birthDate: '1990-01-15',
      nationality: 'US',
      address: { line1: '1 Market Street', city: 'San Francisco', postalCode: '94105', country: 'US' },
      currencies: ['USD'],
    },
  })
  const customerId = bareId(id)
  const { platformId } = app.platform
  const accountIds = () => findAccountIds(app.store, platformId, customerId)
  expect(await accountIds()).toHaveLength(1)
  return { id, customerId, platformId, accountIds }
}
const addPesos = (customerId: `Customer:${string}`) =>
  app.ok('updateCustomerById', {
    params: { customerId },
    body: { customerType: 'INDIVIDUAL', currencies: ['USD', 'MXN'] },
  })

describe('an account that is opened while its customer is being deleted', () => {
  it('is closed, too, although it was not there when the accounts were read', async () => {
    const { id, customerId, platformId, accountIds } = await withDollars()
    const readBefore = await accountIds()
    await addPesos(id)
    await app.app.engine.run(
      platformId,
      (rows) => void deleteCustomerById(rows, { customerId, knownAccountIds: readBefore }),
    )
    const status = 'select status from balances where platform_id = $1 and id = any($2::uuid[])'
    const found = await app.store.query(status, [platformId, await accountIds()])
    expect(found).toEqual([{ status: 'CLOSED' }, { status: 'CLOSED' }])
  })

  it('is not opened any more by work that was planned before', async () => {
    const { id, customerId, platformId, accountIds } = await withDollars()
    // As after a new currency of the platform's, of which the customer has no account yet.
    await app.store.script(
      `update customers set currencies = '["USD","MXN"]' where platform_id = '${platformId}' and id = '${customerId}'`,
    )
    const { openMissingAccounts } = customerJobs({ store: app.store })
    const planned = await openMissingAccounts?.({ subjects: [platformId] } as never, platformId)
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    for (const command of planned?.values() ?? []) await app.app.engine.run(platformId, command as never)
    expect(await accountIds()).toHaveLength(1)
  })
})
