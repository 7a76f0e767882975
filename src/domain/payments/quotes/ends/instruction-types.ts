/** Instruction types by which the money of a quote can arrive. */
import { type InstructionType, instructionTypes } from '../../../accounts/funding-instructions.ts'

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
export function instructionTypesFor(currency: string, cryptoNetwork: string | null): readonly InstructionType[] {
  const kinds = instructionTypes(currency)
  return cryptoNetwork === null ? kinds : kinds.filter((kind) => kind === NETWORKS[cryptoNetwork])
}
