import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesOf } from '../src/domain/uma/queries.ts'
import { type TestApp, testApp } from './app.ts'
import { accountOf, balanceOf } from './cast.ts'
import { openRelay, type Relay } from './relay.ts'

interface Bank {
  readonly bank: TestApp
  readonly wire: Relay
  readonly domain: string
}

async function openBank(name: string): Promise<Bank> {
  const wire = await openRelay()
  const domain = `${name}.localhost:${wire.port}`
  const bank = await testApp({ umaDomain: domain })
  wire.target = Number(new URL(bank.origin).port)
  return { bank, wire, domain }
}

describe('two banks', () => {
  let a: Bank
  let b: Bank
  beforeAll(async () => {
    a = await openBank('bank-a')
    b = await openBank('bank-b')
  })
  afterAll(async () => {
    for (const { bank, wire } of [a, b]) {
      await bank.close()
      await wire.close()
    }
  })

  it('pay each other', async () => {
    const lookup = await a.bank.ok('lookupUma', { params: { receiverUmaAddress: `$alice@${b.domain}` }, query: {} })
    console.log(JSON.stringify(lookup, null, 1).slice(0, 800))
    const source = await accountOf(a.bank, 'northwind', 'USD')
    const quote = await a.bank.ok('createQuote', {
      body: {
        lookupId: lookup.lookupId,
        source: { sourceType: 'ACCOUNT', accountId: source.id },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$alice@${b.domain}`, currency: 'EUR' },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 2000,
        immediatelyExecute: true,
      },
    })
    await a.bank.settle()
    const sent = await a.bank.ok('getTransactionById', { params: { transactionId: quote.transactionId } })
    console.log(sent)
    console.log(await messagesOf(a.bank.store, a.bank.platform.platformId, quote.transactionId.slice(12)))
    console.log(b.wire.sent().slice(0, 3000))
    const euros = await accountOf(b.bank, 'alice', 'EUR')
    console.log(await balanceOf(b.bank, euros))
    const received = await b.bank.ok('listTransactions', { query: {} })
    console.log(received.data)
    expect(1).toBe(1)
  })
})
