/** Request examples of the sandbox: money from outside, the clock, the card network, further platforms. */
import { EXAMPLE_IDS } from './example-ids.ts'
import type { Examples } from './example-types.ts'

const MERCHANT = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' } as const
const PURCHASE = { cardTransactionId: EXAMPLE_IDS.purchase, amount: 400 } as const

export const SANDBOX_EXAMPLES = {
  sandboxFundInternalAccount: { amount: 100_000 },
  sandboxCreateInternalAccount: { customerId: EXAMPLE_IDS.alice, currency: 'USDB' },
  sandboxSend: { quoteId: EXAMPLE_IDS.quote, currencyCode: 'USD' },
  sandboxReceive: {
    senderUmaAddress: '$bob@bank.example',
    customerId: EXAMPLE_IDS.northwind,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 700,
  },
  advanceSandboxClock: { seconds: 360 },
  advanceSandboxClockTo: { time: '2030-01-01T09:00:00Z' },
  sandboxSimulateCardAuthorization: { amount: 400, currency: { code: 'USD' }, merchant: MERCHANT },
  sandboxSimulateCardClearing: PURCHASE,
  sandboxSimulateCardReturn: PURCHASE,
  sandboxSimulateCardReturnReversal: { cardTransactionId: EXAMPLE_IDS.purchase },
  sandboxSimulateCardAuthorizationAdvice: { ...PURCHASE, amount: 300 },
  sandboxSimulateCardBalanceInquiry: { merchant: MERCHANT },
  sandboxCreatePlatform: { name: 'Beta Pay' },
} satisfies Examples
