/** Reads of the chain pages: blocks and transactions of a connected chain, read from its endpoints. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DASHBOARD_READS } from '../../contract/dashboard.ts'
import { refuse } from '../core/refusal.ts'
import type { ChainExplorer, Rails } from '../providers/rails/port.ts'

type Read = FastifyRequest<{ Params: { id: string }; Querystring: { number?: string; hash?: string } }>

/** @param platformOf the platform that the session views. @throws Refusal NOT_FOUND while there is none */
export function addChainReads(
  server: FastifyInstance,
  rails: Pick<Rails, 'connected'>,
  platformOf: (request: FastifyRequest) => string,
): void {
  const read = (
    name: 'getChain' | 'getChainBlock' | 'getChainTransaction',
    ask: (explorer: ChainExplorer, query: Read['query']) => Promise<object | undefined>,
  ) =>
    server.get(DASHBOARD_READS[name].replace('{id}', ':id'), async (request: Read) => {
      platformOf(request)
      const explorer = rails.connected.find(({ id }) => id === request.params.id)?.explorer
      if (!explorer) refuse('NOT_FOUND', 'No chain of this name is connected')
      return (await ask(explorer, request.query)) ?? refuse('NOT_FOUND', 'The chain has no such block or transaction')
    })
  read('getChain', (explorer) => explorer.chain())
  read('getChainBlock', async (explorer, { number = '' }) =>
    /^\d{1,15}$/.test(number) ? explorer.block(BigInt(number)) : undefined,
  )
  read('getChainTransaction', (explorer, { hash = '' }) => explorer.transaction(hash))
}
