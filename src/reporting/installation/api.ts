/** Handlers of the operations about the whole installation: system, rails, chains, and verification of the ledger. */
import { LIMITS } from '../../../contract/limits.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { getLedgerCheckpoint, verifyLedger } from '../../operator/ledger/verify-ledger.ts'
import type { Rails } from '../../providers/rails/port.ts'
import { getChain, getChainBlock, getChainTransaction } from './chains.ts'
import { getRails } from './rails-status.ts'
import { getSystemStatus } from './system-status.ts'

type Ids =
  | 'getSystemStatus'
  | 'getRails'
  | 'getChain'
  | 'getChainBlock'
  | 'getChainTransaction'
  | 'getLedgerCheckpoint'
  | 'verifyLedger'

interface Needs {
  readonly store: Store
  /** Reads rows of all platforms. */
  readonly installation: Store
  readonly clock: Clock
  readonly rails: Rails
}

export const installationApi = ({ store, installation, clock, rails }: Needs): HandlersOf<Ids> => ({
  getSystemStatus: { read: () => getSystemStatus({ store: installation, clock }) },
  getRails: { read: ({ platformId }) => getRails({ store, installation, rails }, platformId) },
  getChain: { read: ({ params }) => getChain(rails, params.railId) },
  getChainBlock: { read: ({ params }) => getChainBlock(rails, params.railId, BigInt(params.number)) },
  getChainTransaction: { read: ({ params }) => getChainTransaction(rails, params.railId, params.hash) },
  getLedgerCheckpoint: { read: () => getLedgerCheckpoint(installation) },
  verifyLedger: { read: () => verifyLedger(installation, { newest: LIMITS.checkpoints, balances: false }) },
})
