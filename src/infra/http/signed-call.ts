/** Signed call reader: the signature headers of a request, and what the signature is bound to. */
import { canonicalJson } from '../../core/canonical-json.ts'
import { bareId } from '../../core/ids.ts'
import type { SignedCall } from '../operations/signature-gate.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The part of a request that a signature concerns. */
interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly params: Readonly<Record<string, string>>
}

/** @param namesChallenge whether the id in the path also names a challenge */
export function signedCall(
  { headers, method, path, params }: Sent,
  body: unknown,
  namesChallenge: boolean,
): SignedCall {
  const [named] = Object.values(params)
  return {
    method,
    path: decodeURIComponent(path),
    body: canonicalJson(body ?? {}),
    signature: signatureIn(headers),
    requestId: oneHeader(headers['request-id']),
    challengeId: namesChallenge && named !== undefined ? bareId(decodeURIComponent(named)) : undefined,
  }
}

/** Node joins repeated headers by commas, which no value of these contains. */
export const oneHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value

/** The header has an alias, so that existing clients need no change (decision 6). */
const signatureIn = (headers: Headers): string | undefined =>
  oneHeader(headers['service-wallet-signature'] ?? headers['grid-wallet-signature'])

/** Whether a request answers a challenge. */
export const isSigned = ({ headers }: Sent): boolean =>
  signatureIn(headers) !== undefined || headers['request-id'] !== undefined
