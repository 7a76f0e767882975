/** Proofs that this window can make: a passkey of the browser, and a token that the sandbox accepts. */
import { base64url } from '../../../../client/keys.ts'
import { createPasskey, type NewPasskey } from '../../../../client/passkeys.ts'

/**
 * base64url. In an application, the platform's own server issues the challenge and checks that the response contains
 * it.
 */
export const newChallenge = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Asks the browser for a new passkey. @throws Error named NotAllowedError when the person does not make one */
export const makePasskey = (challenge: string, userName: string): Promise<NewPasskey> =>
  createPasskey({ challenge, rpName: 'Causeway', userName })

/** Token that the sandbox accepts for every credential of this kind when a session is opened. */
export const SANDBOX_TOKEN = 'sandbox-valid-oidc-token'

export interface TokenClaims {
  readonly iss: string
  readonly sub: string
  readonly email: string
}

/** A well-formed token without a valid signature: the sandbox verifies no issuer. */
export const sandboxToken = (claims: TokenClaims): string =>
  [{ alg: 'RS256', typ: 'JWT' }, { ...claims, aud: 'wallet-playground' }, 'no signature']
    .map((part) => base64url(new TextEncoder().encode(typeof part === 'string' ? part : JSON.stringify(part))))
    .join('.')
