/** Owns quotes that wait for their money: how it is to be paid, and what happens when it arrives. */
import type { PaymentInstructions } from '../../../../contract/accounts/instruction-types.ts'
import { type InstructionType, instructionsFor, instructionTypes } from '../../accounts/funding-instructions.ts'
import { referenceOf } from '../transactions/reference.ts'
import type { Quote } from './tables.ts'

/** The kind of instruction that each network pays into. */
const NETWORKS: Readonly<Record<string, InstructionType>> = {
  SOLANA: 'SOLANA_WALLET',
  ETHEREUM: 'ETHEREUM_WALLET',
  BASE: 'BASE_WALLET',
  POLYGON: 'POLYGON_WALLET',
  SPARK: 'SPARK_WALLET',
  LIGHTNING: 'LIGHTNING',
}

/** The kinds of instructions for a currency, by a network or by any. Empty: it cannot arrive that way. */
export function kindsOf(currency: string, cryptoNetwork: string | null): readonly InstructionType[] {
  const kinds = instructionTypes(currency)
  return cryptoNetwork === null ? kinds : kinds.filter((kind) => kind === NETWORKS[cryptoNetwork])
}

/** How to pay for a quote: exactly its total, with its payment's reference. */
export const quoteInstructions = ({
  id,
  transactionId,
  sendingCurrency,
  cryptoNetwork,
}: Pick<Quote, 'id' | 'transactionId' | 'sendingCurrency' | 'cryptoNetwork'>): PaymentInstructions[] =>
  instructionsFor(
    { id, currency: sendingCurrency },
    kindsOf(sendingCurrency, cryptoNetwork),
    referenceOf(transactionId),
  )
