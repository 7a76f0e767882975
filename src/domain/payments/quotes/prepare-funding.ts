/**
 * Funding that is prepared before its quote is created: payment instructions that a rail cannot derive, such as an
 * invoice.
 */
import type { PaymentInstructions } from '../../../../contract/accounts/instruction-types.ts'
import type { QuoteRequest } from '../../../../contract/payments/quotes.ts'
import type { Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { referenceOf } from '../../../core/reference.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { Rails } from '../../../providers/rails/port.ts'

export interface PreparedFunding {
  /** Id of the quote's payment: the instructions carry its reference. */
  readonly transactionId: string
  readonly instructions: readonly PaymentInstructions[]
}

/**
 * Nothing is stored here: a quote that is refused afterwards leaves an invoice that is never shown.
 * @returns undefined where nothing has to be prepared. @throws Refusal SERVICE_UNAVAILABLE while the rail does not answer
 */
export async function prepareFunding(
  { rails, clock }: { readonly rails: Rails; readonly clock: Clock },
  { source, lockedCurrencySide, lockedCurrencyAmount }: QuoteRequest,
): Promise<PreparedFunding | undefined> {
  if (source.sourceType !== 'REALTIME_FUNDING') return undefined
  const { currency, cryptoNetwork = null } = source
  if (!rails.carries({ direction: 'IN', currency, scheme: cryptoNetwork })) return undefined
  const transactionId = newId(clock.now())
  // The price is not known yet: where the other side is locked, the payer reads the amount in the quote.
  const amount = lockedCurrencySide === 'SENDING' ? BigInt(lockedCurrencyAmount) : undefined
  const payee = { reference: referenceOf(transactionId), currency, cryptoNetwork, amount }
  const instructions = await rails.prepareInstructions(payee).catch(() => {
    throw new Refusal('SERVICE_UNAVAILABLE', `Payment instructions in ${currency} cannot be made at the moment`)
  })
  return instructions.length > 0 ? { transactionId, instructions } : undefined
}
