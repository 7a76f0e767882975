/** Signed payload: the text that a holder signs states what the holder agrees to (decision 34). */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../core/canonical-json.ts'
import { wireId } from '../../../core/ids.ts'
import type { SignatureRequirement } from '../../../core/signature.ts'
import { isoTime } from '../../../core/time.ts'
import { AUTHORIZATION_KIND } from '../../../core/wallet-approval.ts'
import type { SignedCall } from '../../../infra/operations/signature-gate.ts'

/** The one request that a signature authorizes; absent for the challenge of a resource. */
export interface BoundRequest {
  readonly method: string
  readonly path: string
  /** SHA-256 of the body as canonical JSON, hex. */
  readonly bodyHash: string
}

export interface PayloadFacts {
  readonly platformId: string
  readonly challengeId: string
  readonly requirement: Pick<SignatureRequirement, 'operation' | 'statement' | 'parameters' | 'accountIds'>
  readonly request: BoundRequest | undefined
  readonly issuedAt: number
  readonly expiresAt: number
}

/** One line of JSON with sorted fields. The envelope of an export has the same `organizationId`. */
export const payloadOf = ({
  platformId,
  challengeId,
  requirement,
  request,
  issuedAt,
  expiresAt,
}: PayloadFacts): string =>
  canonicalJson({
    type: AUTHORIZATION_KIND,
    organizationId: platformId,
    operation: requirement.operation,
    statement: requirement.statement,
    parameters: requirement.parameters,
    accountIds: requirement.accountIds.map((id) => wireId('InternalAccount', id)),
    ...(request && { request }),
    requestId: wireId('Request', challengeId),
    issuedAt: isoTime(issuedAt),
    expiresAt: isoTime(expiresAt),
  })

/** @param payload made by `payloadOf` */
export const parametersOf = (payload: string): Record<string, unknown> => JSON.parse(payload).parameters

/** @param payload made by `payloadOf` */
export const statementOf = (payload: string): string => JSON.parse(payload).statement

export const boundRequest = ({ method, path, body }: SignedCall): BoundRequest => ({
  method,
  path,
  bodyHash: createHash('sha256').update(body).digest('hex'),
})
