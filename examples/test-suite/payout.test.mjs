/** Tests of the payout, with the test runner of Node: each has its own sandbox, and they run at the same time. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { ApiError, verifyWebhook } from 'causeway-client'
import { createSandbox } from 'causeway-sandbox'
import { payInvoice } from './payout.mjs'

/** PostgreSQL where it is given, otherwise the embedded database. */
const databaseUrl = process.env.DATABASE_URL

/** Northwind Ltd has 10,000.00 USD; its supplier María has a bank account in Mexico. */
async function northwind(causeway, suffix = '719') {
  const { data: customers } = await causeway.listCustomers({ platformCustomerId: 'northwind' })
  const customerId = customers[0].id
  const { data: accounts } = await causeway.listCustomerInternalAccounts({ customerId, currency: 'USD' })
  const supplier = await causeway.createCustomerExternalAccount({
    customerId,
    currency: 'MXN',
    accountInfo: {
      accountType: 'MXN_ACCOUNT',
      // The last three digits choose the outcome: see "Outcomes" in the documentation of the sandbox.
      clabeNumber: `032180000118350${suffix}`,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
    },
  })
  return { from: accounts[0].id, to: supplier.id }
}

describe('an invoice', { concurrency: true }, () => {
  it('is paid once, however often', async (test) => {
    const sandbox = await createSandbox({ databaseUrl })
    test.after(sandbox.close)
    const invoice = { ...(await northwind(sandbox.client)), invoice: '4711', amount: 500_00 }
    const [first, again] = [await payInvoice(sandbox.client, invoice), await payInvoice(sandbox.client, invoice)]
    assert.equal(again.id, first.id)
    await sandbox.clock.advance({ hours: 1 })
    const { status } = await sandbox.client.getTransactionById({ transactionId: first.id })
    assert.equal(status, 'COMPLETED')
  })

  it('comes back when the bank of the supplier does not deliver', async (test) => {
    const sandbox = await createSandbox({ databaseUrl, clock: { at: new Date('2040-02-28T12:00:00Z'), frozen: true } })
    test.after(sandbox.close)
    const invoice = { ...(await northwind(sandbox.client, '004')), invoice: '4712', amount: 500_00 }
    const { id } = await payInvoice(sandbox.client, invoice)
    await sandbox.clock.advance({ days: 3 })
    assert.equal(sandbox.clock.now().toISOString(), '2040-03-02T12:00:00.000Z')
    const { status } = await sandbox.client.getTransactionById({ transactionId: id })
    assert.equal(status, 'FAILED')
  })

  it('is announced by webhooks that only the service can have signed', async (test) => {
    const sandbox = await createSandbox({ databaseUrl, seed: false })
    test.after(sandbox.close)
    const arrived = new EventEmitter()
    const approved = once(arrived, 'CUSTOMER.KYC_APPROVED')
    const receiver = createServer(async (request, response) => {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const { type } = await verifyWebhook(sandbox.credentials.webhookSecret, request.headers, Buffer.concat(chunks))
      arrived.emit(type)
      response.end()
    })
    await new Promise((listening) => receiver.listen(0, '127.0.0.1', listening))
    test.after(() => receiver.close())
    await sandbox.client.updatePlatformConfig({ webhookEndpoint: `http://127.0.0.1:${receiver.address().port}` })
    await sandbox.client.createCustomer({ customerType: 'INDIVIDUAL', fullName: 'Ann Lee' })
    await approved
  })

  it('cannot be paid without money', async (test) => {
    const sandbox = await createSandbox({ databaseUrl })
    test.after(sandbox.close)
    const invoice = { ...(await northwind(sandbox.client)), invoice: '4713', amount: 1_000_000_00 }
    await assert.rejects(payInvoice(sandbox.client, invoice), (error) => {
      assert.ok(error instanceof ApiError)
      assert.equal(error.code, 'INSUFFICIENT_BALANCE')
      return true
    })
  })
})
