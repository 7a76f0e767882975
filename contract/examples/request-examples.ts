/** Request examples: a body for every operation that requires one, as OpenAPI and the reference page show it. */
import { AGENT_EXAMPLES } from './agent-examples.ts'
import { CUSTOMER_EXAMPLES } from './customer-examples.ts'
import type { RequestExamples } from './example-types.ts'
import { PAYMENT_EXAMPLES } from './payment-examples.ts'
import { SANDBOX_EXAMPLES } from './sandbox-examples.ts'
import { WALLET_EXAMPLES } from './wallet-examples.ts'

/** An operation without an example does not compile. */
export const REQUEST_EXAMPLES: RequestExamples = {
  ...CUSTOMER_EXAMPLES,
  ...PAYMENT_EXAMPLES,
  ...WALLET_EXAMPLES,
  ...AGENT_EXAMPLES,
  ...SANDBOX_EXAMPLES,
}
