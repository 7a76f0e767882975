/** Simulated institution: its addresses choose the outcome of a payment. */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { SANDBOX_UMA_DOMAIN, type SimulatedReceiver, UMA_OUTCOMES } from '../../../contract/sandbox/outcomes.ts'
import type { PayoutReport } from '../rails/port.ts'
import type { Uma, UmaReceiver } from './port.ts'

const DELIVERED: PayoutReport = { state: 'DELIVERED' }

/** Sender details that every sandbox receiver requires. */
const REQUIRED: UmaReceiver['requiredPayerData'] = [
  { name: 'FULL_NAME', mandatory: true },
  { name: 'NATIONALITY', mandatory: false },
]
const MAX_USD = 1_000_000

const personAt = (address: string, domain: string): SimulatedReceiver | undefined => {
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
    async settle(payment, ...rest) {
      const person = personAt(payment.receiver, domain)
      return person ? (person.sent ?? DELIVERED) : others().settle(payment, ...rest)
    },
    ask: async (payment, ...rest) => (personAt(payment.receiver, domain) ? DELIVERED : others().ask(payment, ...rest)),
  }
}
