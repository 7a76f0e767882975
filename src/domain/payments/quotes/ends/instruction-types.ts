/** Types of payment instructions by which the money of a quote can arrive. */
import { type InstructionType, instructionTypes } from '../../../accounts/funding-instructions.ts'

/** Instruction type of each network. */
const NETWORKS: Readonly<Record<string, InstructionType>> = {
  SOLANA: 'SOLANA_WALLET',
  ETHEREUM: 'ETHEREUM_WALLET',
  BASE: 'BASE_WALLET',
  POLYGON: 'POLYGON_WALLET',
  SPARK: 'SPARK_WALLET',
  LIGHTNING: 'LIGHTNING',
}

/** Instruction types for a currency, on one network or on all. Empty: the currency cannot arrive that way. */
export function instructionTypesFor(currency: string, cryptoNetwork: string | null): readonly InstructionType[] {
  const kinds = instructionTypes(currency)
  return cryptoNetwork === null ? kinds : kinds.filter((kind) => kind === NETWORKS[cryptoNetwork])
}
