/** Request steps: how the API authenticates callers, limits them, verifies signatures and stores uploads. */
import { agentAuthenticators } from '../domain/agents/authenticate.ts'
import { storeUpload } from '../domain/customers/imports/store-upload.ts'
import { refuseFrozenCaller } from '../domain/platform/freeze.ts'
import { walletSignatures } from '../domain/wallets/signatures/wallet-signatures.ts'
import type { Engine } from '../engine/engine.ts'
import { type SecretKeys, vaultFor } from '../infra/crypto/secrets.ts'
import type { Store } from '../infra/db/store.ts'
import type { PipelineOptions } from '../infra/http/pipeline.ts'
import { type LimitFigures, requestLimits } from '../infra/limits/request-limits.ts'

type Needs = Parameters<typeof walletSignatures>[0] &
  Parameters<typeof storeUpload>[0] & {
    readonly engine: Engine
    readonly store: Store
    readonly keys: SecretKeys
    readonly authenticate: PipelineOptions['authenticate']
    readonly limits: LimitFigures
    readonly isSandbox: boolean
  }

export function requestSteps(needs: Needs): PipelineOptions {
  const limits = requestLimits(needs.limits, needs.store)
  const signatures = walletSignatures(needs)
  return {
    engine: needs.engine,
    authenticate: needs.authenticate,
    authenticators: agentAuthenticators(needs),
    limits,
    vault: vaultFor(needs.keys.sealing, 'idempotency reply'),
    signatures: {
      ...signatures,
      async open(platformId, ...request) {
        limits.challenge(platformId)
        return signatures.open(platformId, ...request)
      },
    },
    admit: (rows, { tokenId, agent, operator }) => refuseFrozenCaller(rows, agent || operator ? undefined : tokenId),
    isSandbox: needs.isSandbox,
    keepUpload: storeUpload(needs),
  }
}
