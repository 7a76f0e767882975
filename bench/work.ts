/** Kinds of work that are measured, as requests. */
import { type Accounts, issueCards, openAccounts } from './accounts.ts'
import type { Step, StepRequest } from './load.ts'
import { FIRST_ID, path, type Target } from './target.ts'
import { openWallets, renewSessions, SIGN_IN, type Wallets } from './wallets.ts'

/** So many different requests of a kind; one is taken at random each time. */
const VARIANTS = 2000

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const variants = (make: () => StepRequest) => Array.from({ length: VARIANTS }, make)
const amount = () => 1000 + Math.floor(Math.random() * 9000)

interface Ends {
  readonly source: string
  readonly destination: string
}

const quoteBody = ({ source, destination }: Ends, lockedCurrencyAmount = amount()) =>
  JSON.stringify({
    source: { sourceType: 'ACCOUNT', accountId: source },
    destination: { destinationType: 'ACCOUNT', accountId: destination },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount,
  })

const quote = (ends: () => Ends): Step => ({
  method: 'POST',
  requests: variants(() => ({ path: path('createQuote'), body: quoteBody(ends()) })),
  status: 201,
})

const execute: Step = { method: 'POST', requests: [{ path: path('executeQuote', { quoteId: FIRST_ID }) }], status: 200 }
const completed: Step = {
  method: 'GET',
  requests: [{ path: path('getQuoteById', { quoteId: FIRST_ID }) }],
  status: 200,
  until: '"status":"COMPLETED"',
}

export type Kind = 'own' | 'between' | 'hot' | 'payout' | 'funding' | 'signed' | 'session' | 'authorization'

/** Every piece of work of a kind, in words for the report. */
export const KINDS: Readonly<Record<Kind, string>> = {
  own: 'full payments, a customer’s USD to their EUR',
  between: 'full payments, USD to another customer’s EUR',
  hot: 'full payments, all to one EUR account',
  payout: 'full payments to a bank in MXN, until COMPLETED',
  funding: 'fundings',
  signed: 'signed payments, a wallet’s USDB to its holder’s EUR',
  session: 'wallet sessions opened by a code, their keys sealed',
  authorization: 'card authorizations',
}

/** What the requests speak of: only what the kinds that are measured need. */
export interface Cast {
  readonly accounts: Accounts
  readonly wallets: Wallets | undefined
  readonly cards: readonly string[]
}

/** How many are made. There are enough that requests do not wait for each other's rows. */
export interface CastSize {
  readonly customers: number
  /** Of the customers, those who have a card. */
  readonly cardholders: number
  /** Wallets that pay, and as many whose holders only sign in. */
  readonly wallets: number
}
const FULL: CastSize = { customers: 1000, cardholders: 200, wallets: 200 }

export async function castFor(kinds: readonly Kind[], target: Target, size: CastSize = FULL): Promise<Cast> {
  const accounts = await openAccounts(target, size.customers)
  const needsWallets = kinds.includes('signed') || kinds.includes('session')
  return {
    accounts,
    wallets: needsWallets ? await openWallets(target, size.wallets) : undefined,
    cards: kinds.includes('authorization') ? await issueCards(target, accounts, size.cardholders) : [],
  }
}

export async function stepsOf(kind: Kind, target: Target, { accounts, wallets, cards }: Cast): Promise<Step[]> {
  const { customers, bank } = accounts
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
        path: path('sandboxFundInternalAccount', { accountId: pick(customers).dollars }),
        body: `{"amount":${amount()}}`,
      })
      return [{ method: 'POST', requests: variants(fund), status: 200 }]
    }
    case 'signed':
      return signedPayment(target, wallets as Wallets)
    case 'session':
      return [openSession(wallets as Wallets)]
    case 'authorization':
      return [authorize(cards)]
  }
}

const ends = ({ dollars, euros }: { dollars: string; euros: string }): Ends => ({ source: dollars, destination: euros })

/** From 1 USDB to 10: it has six decimals. */
const stablecoins = () => amount() * 1000

/** The quote of a wallet says what to sign, so two requests are the shortest way. */
async function signedPayment(target: Target, wallets: Wallets): Promise<Step[]> {
  await renewSessions(target, wallets)
  const request = () => {
    const { wallet, euros, signingKey } = pick(wallets.payers)
    return {
      path: path('createQuote'),
      body: quoteBody({ source: wallet, destination: euros }, stablecoins()),
      signingKey,
    }
  }
  return [
    { method: 'POST', requests: variants(request), status: 201 },
    { ...execute, signed: true },
  ]
}

function openSession({ holders }: Wallets): Step {
  const body = JSON.stringify(SIGN_IN)
  const request = () => ({ path: path('verifyAuthCredential', { id: pick(holders).credential }), body })
  return { method: 'POST', requests: variants(request), status: 200, says: '"encryptedSessionSigningKey":"' }
}

function authorize(cards: readonly string[]): Step {
  const merchant = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' }
  const request = () => ({
    path: path('sandboxSimulateCardAuthorization', { id: pick(cards) }),
    body: JSON.stringify({ amount: amount(), currency: { code: 'USD' }, merchant }),
  })
  // One that is declined is answered with 200, too.
  return { method: 'POST', requests: variants(request), status: 200, says: '"status":"AUTHORIZED"' }
}
