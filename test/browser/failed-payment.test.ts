/** Failed payments in the dashboard: their page shows the cause, the place of the money, and who must act. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

describe('a failed payment, in a browser', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage('failed-payment')
  })
  afterAll(() => stage?.close())

  /** Pays 100 USD from Northwind to an account whose number decides the outcome, and opens the payment's page. */
  async function pay(clabeNumber: string): Promise<string> {
    const { id: accountId, customerId } = await stage.dollars()
    const destination = await stage.api('createCustomerExternalAccount', {
      body: {
        customerId: customerId as `Customer:${string}`,
        currency: 'MXN',
        accountInfo: {
          accountType: 'MXN_ACCOUNT',
          clabeNumber,
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Rosa Vuelta' },
        },
      },
    })
    const { transactionId } = await stage.api('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: destination.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        immediatelyExecute: true,
      },
    })
    await stage.page.goto(`${stage.origin}/payments/${transactionId}`)
    return transactionId
  }
  const explanation = () => stage.part('What happened')

  it('shows why it failed and that the money is back, and is paid again with two clicks', async () => {
    await pay('032180000000000002')
    await explanation().getByText('100.00 USD, fees included, was returned to Northwind Ltd.').waitFor()
    await explanation().getByText('The payment was not accepted by the rail', { exact: false }).waitFor()
    await explanation().getByText('QUOTE_EXECUTION_FAILED', { exact: true }).waitFor()
    await stage.picture('1-refunded')
    await explanation().getByRole('link', { name: 'Pay again' }).click()
    await expect.poll(() => stage.page.getByLabel('Amount').inputValue()).toBe('100.00')
    await stage.press('Get a quote')
    await stage.part('Quote').getByRole('timer').waitFor()
  })

  it('shows that the money is in suspense when it could not be returned, and that the operator acts', async () => {
    await pay('032180000000005007')
    await explanation().getByText('100.00 USD could not be returned to Northwind Ltd. It is in suspense.').waitFor()
    await explanation().getByText('The operator returns the money:', { exact: false }).waitFor()
    await stage.picture('2-suspense')
    await stage.page.getByRole('link', { name: 'Home' }).click()
    await stage.part('Needs attention').getByText('The money of a failed payment is in suspense').waitFor()
    await stage.picture('2-home')
    await stage.part('Needs attention').getByRole('link', { name: 'View payment' }).click()
    await explanation().getByText('It is in suspense.', { exact: false }).waitFor()
  })

  it('shows where the money is when the sender did not complete an incoming payment', async () => {
    const { id } = await stage.api('sandboxReceive', {
      body: {
        senderUmaAddress: '$fail.lookup@sandbox.uma.example',
        receiverUmaAddress: '$northwind@acme.example',
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 700,
      },
    })
    await stage.page.goto(`${stage.origin}/payments/${id}`)
    await explanation()
      .getByText("The recipient is not credited. The money stays with the sender's institution.")
      .waitFor()
    await expect.poll(() => stage.part('Postings').innerText()).toContain('No money moved for this payment.')
    await stage.picture('3-incoming')
  })

  it('causes no error, and requests only its own server', () => {
    expect(stage.faults).toEqual([])
    expect(stage.strangers).toEqual([])
  })
})
