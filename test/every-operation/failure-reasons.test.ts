/** Failure reason tests: each one occurs in the sandbox as its page describes it, with the money where the page says. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  INCOMING_FAILURE_REASONS,
  type IncomingFailureReason,
  OUTGOING_FAILURE_REASONS,
  type OutgoingFailureReason,
} from '../../contract/payments/failure-reasons.ts'
import { IncomingTransaction, OutgoingTransaction, type Transaction } from '../../contract/payments/transactions.ts'
import { FAILING_SENDERS, PAYOUT_OUTCOMES, TRANSFER_OUTCOMES, UMA_OUTCOMES } from '../../contract/sandbox/outcomes.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { eventsOf, houseHolds } from '../harness/books.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'

type TransactionId = `Transaction:${string}`

interface Way {
  /** Text that the page must contain. */
  readonly named: string
  /** Makes a payment that fails. */
  readonly go: () => Promise<TransactionId>
  readonly ends?: Transaction['status']
}

let app: TestApp
let platform: Receiver
let dollars: `InternalAccount:${string}`

/** A payment from a UMA address, which the platform is asked to approve; it accepts all other events. */
async function receive(sender: string, answer: number, seconds = 0): Promise<TransactionId> {
  platform.answer = ({ event }, response) =>
    response.writeHead(event.type === 'INCOMING_PAYMENT.PENDING' ? answer : 200).end()
  const { id } = await app.ok('sandboxReceive', {
    body: {
      senderUmaAddress: sender,
      receiverUmaAddress: '$alice@acme.example',
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 700,
    },
  })
  await app.settle()
  if (seconds > 0) await app.advance({ seconds })
  return id
}

async function pay(destination: string): Promise<TransactionId> {
  const { id, transactionId } = await quoteBetween(app, dollars, destination)
  await app.ok('executeQuote', { params: { quoteId: id } })
  await app.settle()
  return transactionId
}

async function payAddress(umaAddress: string): Promise<TransactionId> {
  const { lookupId } = await app.ok('lookupUma', { params: { receiverUmaAddress: umaAddress } })
  const { transactionId } = await app.ok('createQuote', {
    body: {
      lookupId,
      source: { sourceType: 'ACCOUNT', accountId: dollars },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000,
      immediatelyExecute: true,
    },
  })
  await app.settle()
  return transactionId
}

async function payWrongAmount(): Promise<TransactionId> {
  const quote = await app.ok('createQuote', {
    body: {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: (await clabe(app, '719')) as never },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000,
    },
  })
  await app.ok('sandboxSend', { body: { quoteId: quote.id, currencyCode: 'USD', currencyAmount: 49_999 } })
  return quote.transactionId
}

async function fetchFrom(suffix: string): Promise<TransactionId> {
  const { id } = await app.ok('createPlatformExternalAccount', {
    body: {
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: `123456${suffix}`,
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Northwind Ltd' },
      },
    },
  })
  const transfer = await app.ok('createTransferIn', {
    body: { source: { accountId: id }, destination: { accountId: dollars }, amount: 500 },
  })
  return transfer.id
}

const INCOMING: Readonly<Record<IncomingFailureReason, Way>> = {
  LNURLP_FAILED: { named: '$fail.lookup@', go: () => receive('$fail.lookup@sandbox.uma.example', 200, 5) },
  PAY_REQUEST_FAILED: { named: '$fail.payrequest@', go: () => receive('$fail.payrequest@sandbox.uma.example', 200, 5) },
  PAYMENT_APPROVAL_WEBHOOK_ERROR: { named: 'answers 500', go: () => receive('$bob@bank.example', 500) },
  PAYMENT_APPROVAL_TIMED_OUT: { named: 'answers 202', go: () => receive('$bob@bank.example', 202, 5) },
  OFFRAMP_FAILED: { named: '$fail.offramp@', go: () => receive('$fail.offramp@sandbox.uma.example', 200, 5) },
  MISSING_MANDATORY_PAYEE_DATA: { named: 'answers 422', go: () => receive('$bob@bank.example', 422) },
  QUOTE_EXPIRED: { named: '$never.pays@', go: () => receive('$never.pays@sandbox.uma.example', 200, 360) },
  QUOTE_EXECUTION_FAILED: { named: '`002`', go: () => fetchFrom('002') },
}

const OUTGOING: Readonly<Record<OutgoingFailureReason, Way>> = {
  QUOTE_EXPIRED: {
    named: 'sixteen minutes',
    ends: 'EXPIRED',
    async go() {
      const { transactionId } = await quoteBetween(app, dollars, await clabe(app, '719'))
      await app.advance({ minutes: 16 })
      return transactionId
    },
  },
  QUOTE_EXECUTION_FAILED: { named: '`002`', go: async () => pay(await clabe(app, '002')) },
  LIGHTNING_PAYMENT_FAILED: {
    named: '$fail.lightning.usd@',
    go: () => payAddress('$fail.lightning.usd@sandbox.uma.example'),
  },
  FUNDING_AMOUNT_MISMATCH: { named: 'another `currencyAmount`', go: payWrongAmount },
  COUNTERPARTY_POST_TX_FAILED: { named: '`004`', go: async () => pay(await clabe(app, '004')) },
}

/** All balances, of accounts and of house accounts. */
async function allBalances(): Promise<unknown> {
  const query = { limit: 100 }
  const [customers, own] = await Promise.all([
    app.ok('listCustomerInternalAccounts', { query }),
    app.ok('listPlatformInternalAccounts', { query }),
  ])
  const house = await Promise.all(
    (['fees', 'transit', 'rails', 'suspense'] as const).flatMap((role) =>
      ['USD', 'EUR', 'MXN'].map(async (currency) => [role, currency, await houseHolds(app, role, currency)]),
    ),
  )
  return { accounts: [...customers.data, ...own.data].map(({ id, balance }) => [id, balance.amount]), house }
}

const page = readFileSync('docs/generated/failure-reasons.md', 'utf8')
/** The section of the page about a reason of a direction. */
function section(direction: 'Incoming' | 'Outgoing', reason: string): string {
  const part = page.split(/^## /m).find((text) => text.startsWith(direction)) ?? ''
  return part.split(/^### /m).find((text) => text.startsWith(`${reason}\n`)) ?? ''
}

beforeAll(async () => {
  app = await testApp()
  platform = await openReceiver()
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: platform.url } })
  dollars = (await accountOf(app, 'northwind', 'USD')).id
  app.clock.freeze()
  await app.settle()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  await platform.close()
})

describe.each([
  ['Incoming', IncomingTransaction, INCOMING_FAILURE_REASONS, INCOMING],
  ['Outgoing', OutgoingTransaction, OUTGOING_FAILURE_REASONS, OUTGOING],
] as const)('the failure reasons of %s payments', (direction, schema, documented, ways) => {
  const { enum: values } = schema.properties.failureReason as unknown as { enum: string[] }
  let before: unknown
  beforeEach(async () => void (before = await allBalances()))

  it('are all documented, each with a way to cause it', () => {
    expect(Object.keys(documented)).toEqual(values)
    expect(Object.keys(ways)).toEqual(values)
  })

  it.each(Object.entries<Way>(ways))('%s occurs as its page says, and no account gains or loses', async (...found) => {
    const [reason, { named, go, ends = 'FAILED' }] = found
    const text = section(direction, reason)
    for (const part of ['Who acts: ', 'The money: ', 'In the sandbox: ']) expect(text).toContain(`- ${part}`)
    expect(text).toContain(named)
    const transactionId = await go()
    const failed = await app.ok('getTransactionById', { params: { transactionId } })
    expect([failed.type, failed.status, failed.failureReason]).toEqual([direction.toUpperCase(), ends, reason])
    expect(await allBalances()).toEqual(before)
    const told = (await eventsOf(app, transactionId)).map((type) => type.split('.')[1])
    expect(told.filter((event) => event === 'FAILED' || event === 'EXPIRED')).toEqual([ends])
    expect(told).not.toContain('COMPLETED')
  })
})

describe('the failure reasons of the sandbox', () => {
  it('are all documented', () => {
    const rails = JSON.stringify([PAYOUT_OUTCOMES, TRANSFER_OUTCOMES, UMA_OUTCOMES])
    const outgoing = [...rails.matchAll(/"(?:reason|refused)":"(\w+)"/g)].map(([, reason]) => reason as string)
    const incoming = Object.values(FAILING_SENDERS).flatMap(({ reason }) => reason ?? [])
    expect(outgoing.length).toBeGreaterThan(5)
    expect(outgoing.filter((reason) => !(reason in OUTGOING_FAILURE_REASONS))).toEqual([])
    expect(incoming.filter((reason) => !(reason in INCOMING_FAILURE_REASONS))).toEqual([])
  })
})

describe('a sender whose payment fails after it was accepted', () => {
  const statusOf = async (transactionId: TransactionId) =>
    (await app.ok('getTransactionById', { params: { transactionId } })).status

  it('does not change a payment that the platform refuses', async () => {
    const transactionId = await receive('$fail.offramp@sandbox.uma.example', 403, 400)
    const refused = await app.ok('getTransactionById', { params: { transactionId } })
    expect(refused.status).toBe('REJECTED')
    expect(refused).not.toHaveProperty('failureReason')
  })

  it('fails only at the end of the five seconds, and only once', async () => {
    const transactionId = await receive('$fail.offramp@sandbox.uma.example', 200)
    expect(await statusOf(transactionId)).toBe('PROCESSING')
    await app.advance({ seconds: 5, ms: -1 })
    expect(await statusOf(transactionId)).toBe('PROCESSING')
    await app.advance({ minutes: 10 })
    expect(await statusOf(transactionId)).toBe('FAILED')
    expect(await eventsOf(app, transactionId)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED'])
  })

  it('is at the sandbox’s institution only: a payment from the same name elsewhere arrives', async () => {
    expect(await statusOf(await receive('$fail.offramp@bank.example', 200, 400))).toBe('COMPLETED')
  })
})
