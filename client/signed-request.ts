/** Owns the requests that a wallet signs: sent once to learn what to sign, and once more with the signature. */
import type { SignedRequestChallenge } from '../contract/wallets/wallet-keys.ts'
import type { ApiReply, ApiRequest, Send } from './send.ts'

export interface Signer {
  /** Either form of a signature over the payload; throwing ends the request, and nothing has happened. */
  sign(payloadToSign: string): Promise<string>
}

/**
 * Completes any request that may ask for a signature. One that asks for none is answered at once.
 * @param review shows the payload to the person who signs; throwing is a no
 * @throws ApiError; whatever `signer` or `review` throw
 */
export async function sendSigned(
  send: Send,
  request: ApiRequest,
  signer: Signer,
  review: (challenge: SignedRequestChallenge) => unknown = () => {},
): Promise<ApiReply> {
  const first = await send(request)
  if (first.status !== 202 || !isChallenge(first.body)) return first
  await review(first.body)
  const { payloadToSign, requestId } = first.body
  const headers = { 'Service-Wallet-Signature': await signer.sign(payloadToSign), 'Request-Id': requestId }
  return send({ ...request, headers: { ...request.headers, ...headers } })
}

const isChallenge = (body: unknown): body is SignedRequestChallenge =>
  typeof (body as SignedRequestChallenge | undefined)?.payloadToSign === 'string'
