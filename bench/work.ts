/** Owns the kinds of work that are measured, as requests. */
import type { Step } from './load.ts'
import { type Accounts, path } from './target.ts'

/** So many different requests of a kind; one is taken at random each time. */
const VARIANTS = 2000

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const variants = (make: () => { path: string; body?: string }) => Array.from({ length: VARIANTS }, make)
const amount = () => 1000 + Math.floor(Math.random() * 9000)

function quote(ends: () => { source: string; destination: string }): Step {
  const requests = variants(() => {
    const { source, destination } = ends()
    const body = JSON.stringify({
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', accountId: destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount(),
    })
    return { path: path('/quotes'), body }
  })
  return { method: 'POST', requests, status: 201 }
}

const execute: Step = { method: 'POST', requests: [{ path: path('/quotes/{id}/execute') }], status: 200 }
const completed: Step = {
  method: 'GET',
  requests: [{ path: path('/quotes/{id}') }],
  status: 200,
  until: '"status":"COMPLETED"',
}

export type Kind = 'own' | 'between' | 'hot' | 'payout' | 'funding'

/** Every piece of work of a kind, in words for the report. */
export const KINDS: Readonly<Record<Kind, string>> = {
  own: 'full payments, a customer’s USD to their EUR',
  between: 'full payments, USD to another customer’s EUR',
  hot: 'full payments, all to one EUR account',
  payout: 'full payments to a bank in MXN, until COMPLETED',
  funding: 'fundings',
}

export function stepsOf(kind: Kind, { customers, bank }: Accounts): Step[] {
  switch (kind) {
    case 'own':
      return [quote(() => ends(pick(customers))), execute]
    case 'between':
      return [quote(() => ({ source: pick(customers).dollars, destination: pick(customers).euros })), execute]
    case 'hot':
      return [
        quote(() => ({ source: pick(customers).dollars, destination: (customers[0] as { euros: string }).euros })),
        execute,
      ]
    case 'payout':
      return [quote(() => ({ source: pick(customers).dollars, destination: bank })), execute, completed]
    case 'funding': {
      const fund = () => ({
        path: path(`/sandbox/internal-accounts/${pick(customers).dollars}/fund`),
        body: `{"amount":${amount()}}`,
      })
      return [{ method: 'POST', requests: variants(fund), status: 200 }]
    }
  }
}

const ends = ({ dollars, euros }: { dollars: string; euros: string }) => ({ source: dollars, destination: euros })
