/** Kinds of work as sequences of requests. */
import type { Step, StepRequest } from '../load.ts'
import { FIRST_ID, path, type Target } from '../target.ts'
import { type Accounts, issueCards, openAccounts } from './accounts.ts'
import { openWallets, renewSessions, SIGN_IN, type Wallets } from './wallets.ts'

/** Different requests per kind; one is chosen at random each time. */
const VARIANTS = 2000

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const variants = (make: () => StepRequest) => Array.from({ length: VARIANTS }, make)
const amount = () => 1000 + Math.floor(Math.random() * 9000)

interface Ends {
  readonly source: string
  readonly destination: string
}

const quoteBody = ({ source, destination }: Ends, lockedCurrencyAmount = amount(), more = {}) =>
  JSON.stringify({
    source: { sourceType: 'ACCOUNT', accountId: source },
    destination: { destinationType: 'ACCOUNT', accountId: destination },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount,
    ...more,
  })

/** @param more further fields of the request */
const quote = (ends: () => Ends, more = {}): Step => ({
  method: 'POST',
  requests: variants(() => ({ path: path('createQuote'), body: quoteBody(ends(), amount(), more) })),
  status: 201,
})

const execute: Step = { method: 'POST', requests: [{ path: path('executeQuote', { quoteId: FIRST_ID }) }], status: 200 }
const completed: Step = {
  method: 'GET',
  requests: [{ path: path('getQuoteById', { quoteId: FIRST_ID }) }],
  status: 200,
  until: '"status":"COMPLETED"',
}

export type Kind =
  | 'own'
  | 'oneCall'
  | 'between'
  | 'hot'
  | 'payout'
  | 'bank'
  | 'bankInOneCall'
  | 'transferOut'
  | 'funding'
  | 'signed'
  | 'session'
  | 'authorization'

/** Name of each kind in the report. */
export const KINDS: Readonly<Record<Kind, string>> = {
  own: 'full payments, a customer’s USD to their EUR',
  oneCall: 'payments in one call, a customer’s USD to their EUR',
  between: 'full payments, USD to another customer’s EUR',
  hot: 'full payments, all to one EUR account',
  payout: 'full payments to a bank in MXN, until COMPLETED',
  bank: 'full payments to a bank in MXN, their state not polled',
  bankInOneCall: 'payments in one call to a bank in MXN, their state not polled',
  transferOut: 'transfers to a bank in USD, their state not polled',
  funding: 'fundings',
  signed: 'signed payments, a wallet’s USDB to its holder’s EUR',
  session: 'wallet sessions opened by a code, their keys sealed',
  authorization: 'card authorizations',
}

/** Resources that the requests use; only those that the measured kinds need. */
export interface Cast {
  readonly accounts: Accounts
  readonly wallets: Wallets | undefined
  readonly cards: readonly string[]
}

/** Numbers of resources: enough that requests rarely wait for the same row. */
export interface CastSize {
  readonly customers: number
  /** Customers with a card. */
  readonly cardholders: number
  /** Wallets that pay, and the same number whose holders only sign in. */
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

export async function stepsFor(kind: Kind, target: Target, { accounts, wallets, cards }: Cast): Promise<Step[]> {
  const { customers, bank, dollarBank } = accounts
  const toBank = () => ({ source: pick(customers).dollars, destination: bank })
  switch (kind) {
    case 'own':
      return [quote(() => ends(pick(customers))), execute]
    case 'oneCall':
      return [quote(() => ends(pick(customers)), AT_ONCE)]
    case 'between':
      return [quote(() => ({ source: pick(customers).dollars, destination: pick(customers).euros })), execute]
    case 'hot':
      return [
        quote(() => ({ source: pick(customers).dollars, destination: (customers[0] as { euros: string }).euros })),
        execute,
      ]
    case 'payout':
      return [quote(toBank), execute, completed]
    case 'bank':
      return [quote(toBank), execute]
    case 'bankInOneCall':
      return [quote(toBank, AT_ONCE)]
    case 'transferOut': {
      const transfer = () => ({
        path: path('createTransferOut'),
        body: JSON.stringify({
          source: { accountId: pick(customers).dollars },
          destination: { accountId: dollarBank },
          amount: amount(),
        }),
      })
      return [{ method: 'POST', requests: variants(transfer), status: 200 }]
    }
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

const AT_ONCE = { immediatelyExecute: true }
const ends = ({ dollars, euros }: { dollars: string; euros: string }): Ends => ({ source: dollars, destination: euros })

/** 1 to 10 USDB, which has six decimals. */
const stablecoins = () => amount() * 1000

/** Two requests: the quote of a wallet already contains the payload to sign. */
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
  // A declined authorization is also a 200.
  return { method: 'POST', requests: variants(request), status: 200, says: '"status":"AUTHORIZED"' }
}
