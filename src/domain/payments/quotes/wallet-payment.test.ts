import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../../../contract/accounts/internal-accounts.ts'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import {
  challengeOf,
  NOT_SIGNED,
  newWallet,
  type OpenSession,
  openSession,
  refusal,
  STAND_IN,
  sign,
  signatureHeaders,
  stamp,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const DOLLARS = 1_000_000
const execute = (quote: Pick<Quote, 'id'>, headers: Record<string, string> = {}, key?: string) =>
  app.call('executeQuote', { params: { quoteId: quote.id }, headers, ...(key && { key }) })
const bySignature = (quote: Quote, { privateKey }: OpenSession, form = sign) => ({
  'service-wallet-signature': form(quote.payloadToSign as string, privateKey),
})

describe('a payment from a wallet', () => {
  let wallet: InternalAccount
  let session: OpenSession
  let bank: string
  beforeAll(async () => {
    ;({ wallet, session } = await walletWithSession(app, 500 * DOLLARS))
    bank = await clabe(app, '719')
  })
  const quote = (amount = 5 * DOLLARS, destination = bank) => quoteBetween(app, wallet.id, destination, amount)

  it('shows what to sign in the quote: everything that will happen, in words and in figures', async () => {
    const made = await quote()
    const payload = JSON.parse(made.payloadToSign as string)
    expect(made.paymentInstructions).toEqual([
      { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: made.payloadToSign } },
      {
        // Address to top up the wallet itself.
        accountOrWalletInfo: wallet.fundingPaymentInstructions[0]?.accountOrWalletInfo,
        instructionsNotes: expect.stringContaining('Tops up the wallet'),
      },
    ])
    expect(made.paymentInstructions?.[1]?.accountOrWalletInfo).toMatchObject({ accountType: 'SPARK_WALLET' })
    expect(payload).toMatchObject({
      operation: 'executeQuote',
      statement: expect.stringMatching(
        /^Pay 5\.000000 USDB from your wallet; María García \(account ending \d719\) receives 85\.81 MXN\. The fee of 0\.025000 USDB is included\.$/,
      ),
      parameters: {
        quoteId: made.id,
        transactionId: made.transactionId,
        accountId: wallet.id,
        destination: bank,
        totalSendingAmount: made.totalSendingAmount,
        sendingCurrency: 'USDB',
        feesIncluded: made.feesIncluded,
        totalReceivingAmount: made.totalReceivingAmount,
        receivingCurrency: 'MXN',
      },
      expiresAt: made.expiresAt,
    })
    expect(await app.ok('getQuoteById', { params: { quoteId: made.id } })).toEqual(made)
  })

  it('identifies the receiver, with no more of an account than its end', async () => {
    const said = async (destination: string) =>
      JSON.parse((await quote(5 * DOLLARS, destination)).payloadToSign as string).statement.match(/; (.*) receives/)[1]
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const own = { customerId: wallet.customerId as `Customer:${string}`, currency: 'USD' }
    const { data: mine } = await app.ok('listCustomerInternalAccounts', { query: own })
    const spark = 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu'
    const { id: address } = await app.ok('createPlatformExternalAccount', {
      body: { currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address: spark } },
    })
    const { id: alias } = await app.ok('createPlatformExternalAccount', {
      body: {
        currency: 'INR',
        accountInfo: {
          accountType: 'INR_ACCOUNT',
          vpa: 'asha.rao@okhdfc',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Asha\u202e\n Rao' },
        },
      },
    })
    expect(await said((data[0] as InternalAccount).id)).toBe('Acme Pay (USD account)')
    expect(await said((mine[0] as InternalAccount).id)).toBe('your own USD account')
    expect(await said((await newWallet(app)).id)).toBe('Wanda Wallet (USDB account)')
    expect(await said(address)).toBe(`the address ${spark}`)
    expect(await said(alias)).toBe('Asha Rao (account a…@okhdfc)')
  })

  it('keeps its text when the receiver was renamed in the meantime, and still executes', async () => {
    const receiver = await newWallet(app)
    const made = await quote((await balanceOf(app, wallet)) + DOLLARS, receiver.id)
    await execute(made, bySignature(made, session))
    await app.ok('updateCustomerById', {
      params: { customerId: receiver.customerId as never },
      body: { customerType: 'INDIVIDUAL', fullName: 'Wanda Newname' },
    })
    const challenge = await challengeOf(app, 'executeQuote', { params: { quoteId: made.id } })
    const statement = (payload: string) => JSON.parse(payload).statement
    expect(statement(challenge.payloadToSign)).toBe(statement(made.payloadToSign as string))
    await app.ok('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount: 10 * DOLLARS } })
    const paid = await execute(made, signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey)))
    expect(paid.status, paid.text).toBe(200)
    await app.ok('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount: 500 * DOLLARS } })
  })

  it('moves no money without a signature: the answer is 202 with the same payload', async () => {
    const made = await quote()
    const before = await balanceOf(app, wallet)
    const { status, body } = await execute(made)
    expect(status).toBe(202)
    expect(body).toEqual({
      payloadToSign: made.payloadToSign,
      requestId: JSON.parse(made.payloadToSign as string).requestId,
      expiresAt: made.expiresAt,
    })
    expect(await balanceOf(app, wallet)).toBe(before)
    expect((await app.ok('getQuoteById', { params: { quoteId: made.id } })).status).toBe('PENDING')
  })

  it.each([
    ['base64 of DER', sign],
    ['an API-key stamp', stamp],
  ])('is executed with a signature as %s, and no Request-Id', async (_form, form) => {
    const made = await quote()
    const before = await balanceOf(app, wallet)
    const { status, body, text } = await execute(made, bySignature(made, session, form))
    expect(status, text).toBe(200)
    expect(body.id).toBe(made.id)
    expect(before - (await balanceOf(app, wallet))).toBe(made.totalSendingAmount)
    await app.settle()
    expect(await eventsOf(app, made.transactionId)).toContain('OUTGOING_PAYMENT.COMPLETED')
  })

  it("accepts only the quote's own Request-Id", async () => {
    const [made, another] = [await quote(), await quote()]
    const mine = await challengeOf(app, 'executeQuote', { params: { quoteId: made.id } })
    const others = await challengeOf(app, 'executeQuote', { params: { quoteId: another.id } })
    const signature = sign(mine.payloadToSign, session.privateKey)
    expect((await execute(made, signatureHeaders(others, signature))).status).toBe(401)
    const theirs = sign(others.payloadToSign, session.privateKey)
    expect((await execute(made, signatureHeaders(others, theirs))).status).toBe(401)
    expect((await execute(another, signatureHeaders(others, theirs))).status, 'it was not spent by that').toBe(200)
    expect((await execute(made, signatureHeaders(mine, signature))).status).toBe(200)
  })

  it('is not executed by a signature for another quote, by another wallet, or over another text', async () => {
    const [made, another] = [await quote(), await quote()]
    const stranger = await walletWithSession(app)
    const wrong = [
      bySignature(another, session),
      bySignature(made, stranger.session),
      { 'service-wallet-signature': sign('Pay 5 USDB', session.privateKey) },
      { 'service-wallet-signature': 'nonsense' },
    ]
    for (const headers of wrong) expect(refusal(await execute(made, headers))).toEqual(NOT_SIGNED)
    expect((await execute(made, bySignature(made, session))).status, 'four failures are tolerated').toBe(200)
  })

  it('is executed once by 64 identical requests', async () => {
    const made = await quote()
    const before = await balanceOf(app, wallet)
    const headers = bySignature(made, session)
    const replies = await Promise.all(Array.from({ length: 64 }, () => execute(made, headers)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    // While the first one is between its signature and its execution, another finds the signature used and no payment.
    const late = replies.filter(({ status }) => status !== 200).map(({ error }) => error.code)
    const reasons = ['QUOTE_ALREADY_EXECUTED', 'UNAUTHORIZED']
    expect(late.filter((code) => !reasons.includes(code))).toEqual([])
    expect(before - (await balanceOf(app, wallet))).toBe(made.totalSendingAmount)
    expect((await execute(made, headers)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
  })

  it('is repeated under an Idempotency-Key', async () => {
    const made = await quote()
    const headers = bySignature(made, session)
    const [first, second] = [await execute(made, headers, made.id), await execute(made, headers, made.id)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect((await execute(made)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
  })

  it('spends the signature even when the wallet holds too little; then another one is required', async () => {
    const made = await quote((await balanceOf(app, wallet)) + DOLLARS)
    const headers = bySignature(made, session)
    expect((await execute(made, headers)).error.code).toBe('INSUFFICIENT_BALANCE')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount: 10 * DOLLARS } })
    expect((await execute(made, headers)).status).toBe(401)
    const challenge = await challengeOf(app, 'executeQuote', { params: { quoteId: made.id } })
    expect(challenge.payloadToSign).not.toBe(made.payloadToSign)
    const again = await execute(made, signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey)))
    expect(again.status, again.text).toBe(200)
    await app.ok('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount: 500 * DOLLARS } })
  })

  it('is not executed after the quote or the session has expired', async () => {
    const made = await quote()
    const headers = bySignature(made, session)
    await app.advance({ minutes: 5 })
    expect((await execute(made, headers)).error.code).toBe('QUOTE_EXPIRED')
    expect((await execute(made)).error.code).toBe('QUOTE_EXPIRED')
    const later = await quote()
    await app.advance({ minutes: 10 })
    const tooLate = await quote()
    expect((await execute(tooLate, bySignature(tooLate, session))).status).toBe(401)
    expect(later.status).toBe('PENDING')
    const { data } = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
    session = await openSession(app, data[0] as never)
    expect((await execute(tooLate, bySignature(tooLate, session))).status).toBe(200)
  })

  it('cannot use immediatelyExecute or a transfer', async () => {
    const immediately = await app.call('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: bank },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: DOLLARS,
        immediatelyExecute: true,
      },
    })
    expect([immediately.status, immediately.error.details.errors[0].field]).toEqual([400, 'immediatelyExecute'])
    const { id: external } = await app.ok('createCustomerExternalAccount', {
      body: {
        customerId: wallet.customerId as string,
        currency: 'USDB',
        accountInfo: {
          accountType: 'SPARK_WALLET',
          address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
        },
      } as never,
    })
    const transfer = await app.call('createTransferOut', {
      body: { source: { accountId: wallet.id }, destination: { accountId: external }, amount: DOLLARS },
    })
    expect([transfer.status, transfer.error.details?.errors[0].field]).toEqual([400, 'source.accountId'])
  })

  it('is allowed in the sandbox with the value accepted as a signature', async () => {
    const made = await quote()
    expect((await execute(made, { 'service-wallet-signature': 'another value' })).status).toBe(401)
    expect((await execute(made, { 'service-wallet-signature': STAND_IN.signature })).status).toBe(200)
  })
})

describe('a payment to a wallet', () => {
  it('needs no signature, from another account or from another wallet', async () => {
    const [{ data }, receiver] = [
      await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } }),
      await newWallet(app),
    ]
    const [dollars] = data as [InternalAccount]
    await app.ok('sandboxFundInternalAccount', { params: { accountId: dollars.id }, body: { amount: 10_000 } })
    const made = await quoteBetween(app, dollars.id, receiver.id, 1_000)
    expect(made).not.toHaveProperty('payloadToSign')
    expect((await execute(made)).body.status).toBe('COMPLETED')
    expect(await balanceOf(app, receiver)).toBe(made.totalReceivingAmount)
  })
})
