/** Wallet holders in tests: people with keys, who sign. */
import { createECDH, createPrivateKey, createSign } from 'node:crypto'
import { decryptCredentialBundle } from '@turnkey/crypto'
import { expect } from 'vitest'
import type { InternalAccount } from '../../../contract/accounts/internal-accounts.ts'
import type { Contract, OperationId } from '../../../contract/contract.ts'
import type { AuthMethod } from '../../../contract/wallets/auth-credentials.ts'
import type { AuthSession } from '../../../contract/wallets/auth-sessions.ts'
import type { SignedRequestChallenge } from '../../../contract/wallets/wallet-keys.ts'
import { type CallInput, type Reply, type SeededPlatform, type TestApp, testApp } from '../app.ts'

/** Stand-ins of the sandbox for a code, a signature, an assertion and a token. */
export const STAND_IN = {
  otp: '000000',
  signature: 'sandbox-valid-signature',
  assertion: 'sandbox-valid-passkey-signature',
  oidcToken: 'sandbox-valid-oidc-token',
} as const

export interface KeyPair {
  /** Uncompressed, 130 hex characters. */
  readonly publicKey: string
  /** 64 hex characters. */
  readonly privateKey: string
}

export function newKeyPair(): KeyPair {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    publicKey: pair.getPublicKey('hex', 'uncompressed'),
    privateKey: pair.getPrivateKey('hex').padStart(64, '0'),
  }
}

function keyOf(privateKey: string) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'hex')
  const point = pair.getPublicKey()
  const part = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: part(Buffer.from(privateKey, 'hex')) }
  return createPrivateKey({
    key: { ...jwk, x: part(point.subarray(1, 33)), y: part(point.subarray(33)) },
    format: 'jwk',
  })
}

/** base64 of DER, as a client of the wallet makes it. */
export const sign = (payload: string, privateKey: string): string =>
  createSign('sha256').update(payload).sign(keyOf(privateKey), 'base64')

/** The stamp format of a signature: base64url of JSON. */
export function stamp(payload: string, privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'hex')
  const signature = createSign('sha256').update(payload).sign(keyOf(privateKey), 'hex')
  const publicKey = pair.getPublicKey('hex', 'compressed')
  const text = JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })
  return Buffer.from(text).toString('base64url')
}

/** A session that was opened, with the key that only its client has. */
export interface OpenSession extends AuthSession {
  readonly privateKey: string
}

/** The same service, called by another platform. */
export const actingFor = (app: TestApp, as: SeededPlatform): TestApp => ({
  ...app,
  platform: as,
  call: (id, input) => app.call(id, { ...input, as }),
  ok: (id, input) => app.ok(id, { ...input, as }),
})

let people = 0

/** A fresh customer's wallet, funded where an amount is given. */
export async function newWallet({ ok }: TestApp, amount?: number): Promise<InternalAccount> {
  const name = `holder-${++people}`
  const { id: customerId } = await ok('createCustomer', {
    body: {
      customerType: 'INDIVIDUAL',
      platformCustomerId: name,
      email: `${name}@example.com`,
      region: 'US',
      fullName: 'Wanda Wallet',
      birthDate: '1990-01-15',
      nationality: 'US',
      address: { line1: '1 Market Street', city: 'San Francisco', postalCode: '94105', country: 'US' },
    },
  })
  const { data } = await ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USDB' } })
  const [account] = data as [InternalAccount]
  return amount === undefined
    ? account
    : ok('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount } })
}

export const addEmail = (
  { ok }: TestApp,
  { id: accountId }: Pick<InternalAccount, 'id'>,
  email = `mail-${++people}@example.com`,
): Promise<AuthMethod> => ok('createAuthCredential', { body: { type: 'EMAIL_OTP', accountId, email } })

/** The newest code that was mailed to an address. */
export async function codeFor({ ok }: TestApp, to: string): Promise<string> {
  for (;;) {
    const { data } = await ok('listSandboxInbox', { query: { to, wait: 30, limit: 1 } })
    if (data[0]) return data[0].codes[0] as string
  }
}

/** An app in which, as in production, a client's key serves one wallet, and a key that has been used for one. */
export async function appWithUsedKey(): Promise<{ app: TestApp; usedKey: string }> {
  const app = await testApp({
    providers: (usual) => ({ ...usual, custodian: { ...usual.custodian, sharesClientKeys: false } }),
  })
  const { id } = await addEmail(app, await newWallet(app))
  const usedKey = newKeyPair().publicKey
  const body = { type: 'EMAIL_OTP', otp: STAND_IN.otp, clientPublicKey: usedKey } as const
  await app.ok('verifyAuthCredential', { params: { id }, body })
  return { app, usedKey }
}

/** Opens a session with a code; the stand-in by default. */
export async function openSession(
  { ok }: TestApp,
  credential: Pick<AuthMethod, 'id'>,
  otp: string = STAND_IN.otp,
): Promise<OpenSession> {
  const client = newKeyPair()
  const session = await ok('verifyAuthCredential', {
    params: { id: credential.id },
    body: { type: 'EMAIL_OTP', otp, clientPublicKey: client.publicKey },
  })
  return opened(session, client)
}

/** @throws when the sealed key does not open */
export function opened(session: AuthSession, client: KeyPair): OpenSession {
  const bundle = session.encryptedSessionSigningKey as string
  return { ...session, privateKey: decryptCredentialBundle(bundle, client.privateKey) }
}

/** A wallet with an email credential and a session. */
export async function walletWithSession(app: TestApp, amount?: number) {
  const wallet = await newWallet(app, amount)
  const credential = await addEmail(app, wallet)
  return { wallet, credential, session: await openSession(app, credential) }
}

/** Requests the challenge of an operation. */
export async function challengeOf<Id extends OperationId>(
  { call }: TestApp,
  id: Id,
  input: CallInput<Contract[Id]>,
): Promise<SignedRequestChallenge> {
  const { status, body, text } = await call(id, input)
  expect(status, text).toBe(202)
  return body as unknown as SignedRequestChallenge
}

export const signatureHeaders = ({ requestId }: Pick<SignedRequestChallenge, 'requestId'>, signature: string) => ({
  'service-wallet-signature': signature,
  'request-id': requestId,
})

/** Reply to a request with an invalid signature. */
export const NOT_SIGNED = { status: 401, code: 'UNAUTHORIZED', reason: 'Invalid Wallet-Signature' }
/** The fields of a reply that `NOT_SIGNED` has. */
export const refusal = ({ status, error }: Pick<Reply<unknown>, 'status' | 'error'>) => ({
  status,
  code: error?.code,
  reason: error?.reason,
})

/** Both calls: for the challenge, and with its signature. @param how the key of a session, or the stand-in */
export async function signed<Id extends OperationId>(
  app: TestApp,
  id: Id,
  input: CallInput<Contract[Id]>,
  how: Pick<OpenSession, 'privateKey'> | typeof STAND_IN.signature,
  form: typeof sign = sign,
): Promise<Reply<any>> {
  const challenge = await challengeOf(app, id, input)
  const signature = typeof how === 'string' ? how : form(challenge.payloadToSign, how.privateKey)
  return app.call(id, { ...input, headers: signatureHeaders(challenge, signature) })
}

const base64url = (value: string) => Buffer.from(value).toString('base64url')

/** A well-formed token without a valid signature: enough to create a credential in the sandbox. */
export const unsignedToken = (claims: object): string =>
  [base64url(JSON.stringify({ alg: 'RS256', typ: 'JWT' })), base64url(JSON.stringify(claims)), base64url('none')].join(
    '.',
  )

/** A well-formed registration without an authenticator: enough in the sandbox. */
export const standInPasskey = (accountId: string, nickname = 'Phone') => ({
  type: 'PASSKEY' as const,
  accountId,
  nickname,
  challenge: base64url('a challenge of the platform, long enough'),
  attestation: {
    credentialId: base64url(`credential ${++people}`),
    clientDataJson: base64url(
      JSON.stringify({
        type: 'webauthn.create',
        challenge: base64url('a challenge of the platform, long enough'),
        origin: 'http://localhost',
      }),
    ),
    attestationObject: base64url('no attestation'),
  },
})
