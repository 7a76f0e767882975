/** Owns the text that a wallet's holder signs: what the person agrees to is what is signed (decision 34). */

import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { wireId } from '../../../core/ids.ts'
import type { SignatureRequirement } from '../../../core/signature.ts'
import { isoTime } from '../../../core/time.ts'
import { AUTHORIZATION_KIND } from '../../../core/wallet-approval.ts'
import type { SignedCall } from '../../../infra/operations/signature-gate.ts'

/** The one request that is let through; absent where the resource itself names the challenge. */
export interface BoundRequest {
  readonly method: string
  readonly path: string
  /** SHA-256 of the body as canonical JSON, hex. */
  readonly bodyHash: string
}

export interface PayloadFacts {
  readonly platformId: string
  readonly challengeId: string
  readonly demand: Pick<SignatureRequirement, 'operation' | 'statement' | 'parameters' | 'accountIds'>
  readonly request: BoundRequest | undefined
  readonly issuedAt: number
  readonly expiresAt: number
}

/** One line of JSON, its fields in the order of their names. `organizationId` is also that of an export's envelope. */
export const payloadOf = ({ platformId, challengeId, demand, request, issuedAt, expiresAt }: PayloadFacts): string =>
  canonicalJson({
    type: AUTHORIZATION_KIND,
    organizationId: platformId,
    operation: demand.operation,
    statement: demand.statement,
    parameters: demand.parameters,
    accountIds: demand.accountIds.map((id) => wireId('InternalAccount', id)),
    ...(request && { request }),
    requestId: wireId('Request', challengeId),
    issuedAt: isoTime(issuedAt),
    expiresAt: isoTime(expiresAt),
  })

/** What was agreed to, out of a payload of ours. */
export const parametersOf = (payload: string): Record<string, unknown> => JSON.parse(payload).parameters

/** The sentence of a payload of ours. */
export const statementOf = (payload: string): string => JSON.parse(payload).statement

export const boundRequest = ({ method, path, body }: SignedCall): BoundRequest => ({
  method,
  path,
  bodyHash: createHash('sha256').update(body).digest('hex'),
})
