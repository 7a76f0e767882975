/** Wallet signature contract: key and signature formats, and the challenge that requests a signature. */
import Type, { type Static } from 'typebox'
import { choice, id, Timestamp } from '../schema.ts'

/** Point on P-256, uncompressed SEC1, hex. */
export const ClientPublicKey = Type.String({
  pattern: '^04[0-9a-fA-F]{128}$',
  minLength: 130,
  maxLength: 130,
  description: 'A new P-256 public key of the client, uncompressed SEC1 as hex. Secrets in the reply are sealed to it',
  examples: [
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  ],
})

export const AuthMethodType = choice(['OAUTH', 'EMAIL_OTP', 'PASSKEY'], {
  $id: 'AuthMethodType',
  description: 'Kind of credential',
})
export type AuthMethodType = Static<typeof AuthMethodType>

const challenge = {
  payloadToSign: Type.String({
    description: 'Sign these exact bytes with the key of a session of the wallet: ECDSA P-256 with SHA-256',
  }),
  requestId: id('Request'),
  expiresAt: Timestamp,
}

/** First reply of every operation that requires a wallet signature. */
export const SignedRequestChallenge = Type.Object(challenge, {
  $id: 'SignedRequestChallenge',
  description:
    'Nothing was executed. Repeat the same request before `expiresAt` with the headers `Service-Wallet-Signature` (the signature of `payloadToSign`) and `Request-Id` (`requestId`)',
})
export type SignedRequestChallenge = Static<typeof SignedRequestChallenge>

export const AuthSignedRequestChallenge = Type.Object(
  { ...challenge, type: AuthMethodType },
  {
    $id: 'AuthSignedRequestChallenge',
    description: 'As SignedRequestChallenge, with the kind of credential that it concerns',
  },
)
