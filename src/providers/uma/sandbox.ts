/** Simulated institution: its addresses choose the outcome of a payment. */
import { CURRENCIES, type KnownCurrency } from '../../../contract/currencies.ts'
import { UMA_SCENARIOS } from '../../../contract/sandbox/outcomes.ts'
import type { PayoutReport } from '../rails/port.ts'
import type { Uma, UmaReceiver } from './port.ts'

export const SANDBOX_UMA_DOMAIN = 'sandbox.uma.example'

interface Person {
  readonly currency: KnownCurrency
  readonly sent: PayoutReport
  readonly scenario: string
}

const DELIVERED: PayoutReport = { state: 'DELIVERED' }
const LONG_MS = 360_000

/** Local part of the address, without the `$`, → what happens. */
export const UMA_OUTCOMES: Readonly<Record<string, Person>> = {
  'success.usd': { currency: 'USD', sent: DELIVERED, scenario: UMA_SCENARIOS['success.usd'] },
  'success.eur': { currency: 'EUR', sent: DELIVERED, scenario: UMA_SCENARIOS['success.eur'] },
  'success.mxn': { currency: 'MXN', sent: DELIVERED, scenario: UMA_SCENARIOS['success.mxn'] },
  'pending.long.usd': {
    currency: 'USD',
    sent: { state: 'IN_TRANSIT', askAgainInMs: LONG_MS },
    scenario: UMA_SCENARIOS['pending.long.usd'],
  },
  'fail.compliance.usd': {
    currency: 'USD',
    sent: { state: 'FAILED', reason: 'COUNTERPARTY_POST_TX_FAILED', money: 'BACK' },
    scenario: UMA_SCENARIOS['fail.compliance.usd'],
  },
  'fail.lightning.usd': {
    currency: 'USD',
    sent: { state: 'FAILED', reason: 'LIGHTNING_PAYMENT_FAILED', money: 'BACK' },
    scenario: UMA_SCENARIOS['fail.lightning.usd'],
  },
}

/** Sender details that every sandbox receiver requires. */
const REQUIRED: UmaReceiver['requiredPayerData'] = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'NATIONALITY', mandatory: false },
]
const MAX_USD = 1_000_000

const personAt = (address: string, domain: string): Person | undefined => {
  const [name, host] = address.slice(1).split('@')
  return host === domain ? UMA_OUTCOMES[name as string] : undefined
}

/** @param elsewhere handles all other domains; absent: addresses there do not exist */
export function sandboxUma(domain = SANDBOX_UMA_DOMAIN, elsewhere?: Uma): Uma {
  const others = (): Uma => {
    if (!elsewhere) throw new Error('No other institution is connected')
    return elsewhere
  }
  return {
    async lookup(receiver, sender) {
      const person = personAt(receiver, domain)
      if (!person) return receiver.endsWith(`@${domain}`) ? undefined : elsewhere?.lookup(receiver, sender)
      const max = MAX_USD * 10 ** CURRENCIES[person.currency].decimals
      return { currencies: [{ code: person.currency, min: 1, max }], requiredPayerData: REQUIRED }
    },
    request: async (payment, onMessage) =>
      personAt(payment.receiver, domain)
        ? { institution: domain, invoice: `sandbox:${payment.key}`, callback: `https://${domain}/` }
        : others().request(payment, onMessage),
    settle: async (payment, ...rest) => personAt(payment.receiver, domain)?.sent ?? others().settle(payment, ...rest),
    ask: async (payment, ...rest) => (personAt(payment.receiver, domain) ? DELIVERED : others().ask(payment, ...rest)),
  }
}
