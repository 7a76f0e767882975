import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf } from '../../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../../test/harness/receiver.ts'
import { statesIn } from '../../../../test/harness/states.ts'

describe('a payment from a UMA address', () => {
  let app: TestApp
  let endpoint: Receiver
  beforeAll(async () => {
    app = await testApp()
    endpoint = await openReceiver()
  })
  afterEach(async () => expect(await app.audit()).toEqual([]))
  afterAll(async () => {
    await app.close()
    await endpoint.close()
  })

  const receive = (more = {}) =>
    app.call('sandboxReceive', {
      body: {
        senderUmaAddress: '$bob@bank.example',
        receiverUmaAddress: '$alice@acme.example',
        receivingCurrencyCode: 'EUR',
        receivingCurrencyAmount: 700,
        ...more,
      },
    })
  const euros = async () => balanceOf(app, await accountOf(app, 'alice', 'EUR'))
  const payment = (transactionId: `Transaction:${string}`) =>
    app.ok('getTransactionById', { params: { transactionId } })
  type Decision = 'approvePendingPayment' | 'rejectPendingPayment'
  const decide = (how: Decision, transactionId: `Transaction:${string}`) => app.call(how, { params: { transactionId } })

  describe('sandboxReceive without a webhook endpoint', () => {
    it('credits the customer immediately, named by address', async () => {
      const before = await euros()
      const { status, body } = await receive()
      expect([status, body]).toMatchObject([
        200,
        {
          type: 'INCOMING',
          status: 'COMPLETED',
          source: { sourceType: 'UMA_ADDRESS', umaAddress: '$bob@bank.example' },
        },
      ])
      expect(await euros()).toBe(before + 700)
    })

    it('credits the customer named by id, and by both when they agree', async () => {
      const before = await euros()
      const { data } = await app.ok('listCustomers', { query: { platformCustomerId: 'alice' } })
      const customerId = data[0]?.id as string
      expect((await receive({ receiverUmaAddress: undefined, customerId })).body.status).toBe('COMPLETED')
      expect((await receive({ customerId })).body.status).toBe('COMPLETED')
      expect(await euros()).toBe(before + 1400)
    })

    it('puts money in suspense that would bring the account above the largest balance', async () => {
      const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
      const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'EUR' } })
      const account = data[0] as { id: `InternalAccount:${string}` }
      await statesIn(() => app).accountFull({ accountId: account.id })
      const held = await balanceOf(app, account)
      const inSuspense = await houseHolds(app, 'suspense', 'EUR')
      const payment = { receiverUmaAddress: undefined, customerId, receivingCurrencyAmount: 20_001 }
      expect((await receive(payment)).body.status).toBe('COMPLETED')
      expect(await houseHolds(app, 'suspense', 'EUR')).toBe(inSuspense + 20_001)
      expect(await balanceOf(app, account)).toBe(held)
    })

    it.each([
      ['no receiver is named', { receiverUmaAddress: undefined }, [400, 'INVALID_INPUT']],
      ['the address is unknown', { receiverUmaAddress: '$unknown@acme.example' }, [404, 'UMA_NOT_FOUND']],
      [
        'the customer is unknown',
        { customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' },
        [404, 'USER_NOT_FOUND'],
      ],
      ['the address is malformed', { receiverUmaAddress: 'alice@acme.example' }, [400, 'INVALID_UMA_ADDRESS']],
      ['the sender is malformed', { senderUmaAddress: 'bob at bank' }, [400, 'INVALID_UMA_ADDRESS']],
      ['there is no account in the currency', { receivingCurrencyCode: 'AED' }, [400, 'INVALID_CURRENCY']],
      ['the amount is too large', { receivingCurrencyAmount: 9_000_000_000_000_000 }, [400, 'AMOUNT_OUT_OF_RANGE']],
    ])('refuses when %s', async (_, more, answer) => {
      const { status, error } = await receive(more)
      expect([status, error.code]).toEqual(answer)
    })

    it('refuses for a customer who is not approved and so has no account yet', async () => {
      const { id: customerId, umaAddress } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
      for (const named of [{ receiverUmaAddress: undefined, customerId }, { receiverUmaAddress: umaAddress }]) {
        const { status, error } = await receive(named)
        expect([status, error.code]).toEqual([403, 'USER_NOT_READY'])
      }
    })

    it('refuses when id and address are of different customers', async () => {
      const { data } = await app.ok('listCustomers', { query: { platformCustomerId: 'northwind' } })
      const { status, error } = await receive({ customerId: data[0]?.id })
      expect([status, error.code]).toEqual([400, 'INVALID_INPUT'])
    })
  })

  describe('with a webhook endpoint', () => {
    beforeAll(async () => {
      await app.ok('updatePlatformConfig', { body: { webhookEndpoint: endpoint.url } })
      await app.settle()
    })
    beforeEach(() => app.clock.freeze())
    afterEach(() => app.clock.unfreeze())

    const questions = () => endpoint.received.filter(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING')
    /** Status with which the platform answers the approval request; it accepts other events. */
    const answering = (status: number) => {
      endpoint.answer = ({ event }, response) =>
        response.writeHead(event.type === 'INCOMING_PAYMENT.PENDING' ? status : 200).end()
    }
    /** Receives a payment whose approval request is sent and answered. */
    async function asked(): Promise<`Transaction:${string}`> {
      const { body } = await receive()
      expect(body.status).toBe('PENDING')
      await app.settle()
      return body.id
    }

    it('asks the platform, and credits if it approves', async () => {
      answering(200)
      const before = await euros()
      const id = await asked()
      expect(questions().at(-1)?.event.data).toMatchObject({ id, status: 'PENDING', receivedAmount: { amount: 700 } })
      expect(await payment(id)).toMatchObject({ status: 'COMPLETED' })
      expect(await euros()).toBe(before + 700)
      expect(await eventsOf(app, id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED'])
    })

    it.each([
      [403, 'REJECTED', undefined],
      [422, 'FAILED', 'MISSING_MANDATORY_PAYEE_DATA'],
      [400, 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
      [401, 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
      [500, 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    ])(
      'answered %i, it is %s, nothing is credited, and the platform is not asked again',
      async (status, ended, reason) => {
        answering(status)
        const before = { euros: await euros(), questions: questions().length }
        const id = await asked()
        await app.advance({ minutes: 10 })
        const found = await payment(id)
        expect([found.status, found.failureReason]).toEqual([ended, reason])
        expect({ euros: await euros(), questions: questions().length - 1 }).toEqual(before)
        expect(await eventsOf(app, id)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED'])
      },
    )

    it('is FAILED when the connection breaks', async () => {
      endpoint.answer = (_, __, { socket }) => void socket.destroy()
      expect(await payment(await asked())).toMatchObject({ failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' })
    })

    async function decidesOnce(how: Decision, status: string, credited: number) {
      answering(202)
      const before = await euros()
      const id = await asked()
      await app.advance({ seconds: 5, ms: -1 })
      expect(await payment(id)).toMatchObject({ status: 'PENDING' })
      expect((await decide(how, id)).body).toMatchObject({ status })
      expect((await decide(how, id)).status).toBe(200)
      const other = how === 'approvePendingPayment' ? 'rejectPendingPayment' : 'approvePendingPayment'
      const refused = await decide(other, id)
      expect([refused.status, refused.error.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'])
      await app.advance({ minutes: 1 })
      expect(await payment(id)).toMatchObject({ status })
      expect(await euros()).toBe(before + credited)
    }

    /** A payment that does not wait for a decision. */
    async function refusesOthers(how: Decision) {
      const usd = await accountOf(app, 'alice', 'USD')
      answering(200)
      await app.ok('sandboxFundInternalAccount', { params: { accountId: usd.id }, body: { amount: 5 } })
      const { data } = await app.ok('listTransactions', { query: { accountIdentifier: usd.id, limit: 1 } })
      const { status, error } = await decide(how, data[0]?.id as `Transaction:${string}`)
      expect([status, error.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'])
    }

    describe('approvePendingPayment', () => {
      it('credits the recipient, once', () => decidesOnce('approvePendingPayment', 'COMPLETED', 700))
      it('409 for a payment that does not wait for approval', () => refusesOthers('approvePendingPayment'))
    })

    describe('rejectPendingPayment', () => {
      it('ends the payment, and credits nothing', () => decidesOnce('rejectPendingPayment', 'REJECTED', 0))
      it('409 for a payment that does not wait for approval', () => refusesOthers('rejectPendingPayment'))
    })

    it('is FAILED when no decision is made within five seconds of the clock, and cannot be approved afterwards', async () => {
      answering(202)
      const before = await euros()
      const id = await asked()
      await app.advance({ seconds: 5, ms: -1 })
      expect(await payment(id)).toMatchObject({ status: 'PENDING' })
      await app.advance({ ms: 1 })
      expect(await payment(id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' })
      const late = await decide('approvePendingPayment', id)
      expect([late.status, late.error.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'])
      expect(await euros()).toBe(before)
    })

    it('is FAILED as timed out when the platform does not answer at all', async () => {
      endpoint.answer = () => {}
      const { body } = await receive()
      await app.advance({ seconds: 5 })
      expect(await payment(body.id)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' })
    })
  })
})
