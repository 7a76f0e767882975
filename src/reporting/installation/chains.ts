/** Chains of the connected rails: blocks and transactions, read from their endpoints. */
import type { ChainBlock, ChainStatus, ChainTransaction } from '../../../contract/installation/chains.ts'
import { refuse } from '../../core/refusal.ts'
import type { ChainExplorer, Rails } from '../../providers/rails/port.ts'

type Connected = Pick<Rails, 'connected'>

/** @throws Refusal NOT_FOUND when the rail has no chain */
export const getChain = (rails: Connected, railId: string): Promise<ChainStatus> => findExplorer(rails, railId).chain()

/** @throws Refusal NOT_FOUND when the rail has no chain, or the chain no such block */
export const getChainBlock = async (rails: Connected, railId: string, number: bigint): Promise<ChainBlock> =>
  (await findExplorer(rails, railId).block(number)) ?? refuse('NOT_FOUND', 'The chain has no such block')

/** @throws Refusal NOT_FOUND when the rail has no chain, or the chain no such transaction */
export const getChainTransaction = async (rails: Connected, railId: string, hash: string): Promise<ChainTransaction> =>
  (await findExplorer(rails, railId).transaction(hash)) ?? refuse('NOT_FOUND', 'The chain has no such transaction')

function findExplorer(rails: Connected, railId: string): ChainExplorer {
  const explorer = rails.connected.find(({ id }) => id === railId)?.explorer
  return explorer ?? refuse('NOT_FOUND', 'No chain of this name is connected')
}
