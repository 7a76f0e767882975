/** Card number tests: numbers are only on the issuer's page; not stored, logged, returned or sent in events. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathTo } from '../../../client/request.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { everythingStored } from '../../../test/harness/books.ts'
import { shopper, terminal } from '../../../test/harness/cards.ts'

const log: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await testApp({ logTo: (line) => log.push(line) })
})
afterAll(() => app.close())

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, place) => {
    const doubled = Number(character) * (place % 2 === 0 ? 1 : 2)
    return total + Math.trunc(doubled / 10) + (doubled % 10)
  }, 0)
  return sum % 10 === 0
}

/** Matches any card number of the large networks, in any of the usual notations. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.-])[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{4}(?![\w-])/g)]
    .map(([found]) => found.replace(/\D/g, ''))
    .filter(passesLuhn)

it('finds a number where there is one', () => {
  expect(numbersIn('"pan":"4242424242424242", 4242 4242 4242 4242; 5555-5555-5555-4444')).toHaveLength(3)
  expect(numbersIn('4242424242424241 and 01a1f9fb-6fa5-7000-8001-424242424242')).toEqual([])
})

it('is only on the page of the issuer', async () => {
  const { card } = await shopper(app, 5_000)
  const { panEmbedUrl, ...rest } = card
  const page = await (await fetch(panEmbedUrl as string)).text()
  const [number] = numbersIn(page)
  expect(number?.slice(-4)).toBe(card.last4)

  const { tap, clear } = terminal(app, card)
  const purchase = await clear(await tap(1_000), 1_000)
  const shown = [rest, purchase, await app.ok('listCards'), await app.ok('listCardTransactions')]
  const told = await app.raw('PATCH', pathTo('updateCardById', { id: card.id }), {
    body: JSON.stringify({ state: 'FROZEN' }),
    headers: { 'content-type': 'application/json', 'idempotency-key': 'freeze' },
  })
  expect(told.status).toBe(200)
  const stored = await everythingStored(app)
  expect(stored).toContain(card.last4)
  for (const text of [stored, log.join('\n'), JSON.stringify(shown), told.text]) {
    expect(numbersIn(text)).toEqual([])
    expect(text.replace(/[ -]/g, '')).not.toContain(number)
    expect(text).not.toContain('card-issuer/')
  }
})

it('is never accepted: what looks like one in an unknown field is dropped', async () => {
  const { card } = await shopper(app, 5_000)
  const body = {
    amount: 100,
    currency: { code: 'USD', pan: '4242424242424242' },
    merchant: { descriptor: 'SHOP', pan: '4242424242424242', cvv: '123' },
    pan: '4242424242424242',
  }
  await app.ok('sandboxSimulateCardAuthorization', { params: { id: card.id }, body })
  expect(numbersIn(await everythingStored(app))).toEqual([])
})
