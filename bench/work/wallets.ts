/** Wallets of the benchmark: created over the API, with the keys of their holders' clients. */
import { createECDH, type JsonWebKey } from 'node:crypto'
import { decryptCredentialBundle } from '@turnkey/crypto'
import type { Client } from '../../client/api.ts'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import type { AuthMethod } from '../../contract/wallets/auth-credentials.ts'
import type { Target } from '../target.ts'
import { clientOf, concurrently, fund, newPerson } from './accounts.ts'

/** Code that the sandbox accepts instead of the emailed one. */
const CODE = '000000'
/** A session lasts 15 minutes; one younger than this outlasts any measurement. */
const FRESH_MS = 8 * 60_000

interface Holder {
  /** Wire ids: the wallet, an account of the same customer, and the credential that opens sessions. */
  readonly wallet: InternalAccount['id']
  readonly euros: string
  readonly credential: AuthMethod['id']
}

export interface Payer extends Holder {
  signingKey: JsonWebKey
  openedAt: number
}

export interface Wallets {
  /** One active session each, so that a payment needs one verification. Renewed before a measurement. */
  readonly payers: readonly Payer[]
  /** Holders that only sign in; each gets more sessions than a real one. */
  readonly holders: readonly Holder[]
  /** Number of sessions opened for the payers. */
  sessions: number
}

/** One client key for all wallets, which the sandbox allows: key generation is not measured. */
const client = createECDH('prime256v1')
client.generateKeys()
const clientKey = client.getPrivateKey('hex').padStart(64, '0')

/** Body of the request that opens a session. */
export const SIGN_IN = { type: 'EMAIL_OTP', otp: CODE, clientPublicKey: client.getPublicKey('hex') } as const

export async function openWallets(target: Target, count: number): Promise<Wallets> {
  const api = clientOf(target)
  const holders = await concurrently(Array.from({ length: 2 * count }), (_, i) => newHolder(api, i))
  const payers = holders.slice(0, count).map((holder) => ({ ...holder, signingKey: {}, openedAt: -Infinity }))
  await concurrently(payers, ({ wallet }) => fund(api, wallet))
  return { payers, holders: holders.slice(count), sessions: 0 }
}

/** Opens new sessions for payers whose session is too old for another measurement. */
export async function renewSessions(target: Target, wallets: Wallets): Promise<void> {
  const api = clientOf(target)
  const old = wallets.payers.filter(({ openedAt }) => performance.now() - openedAt > FRESH_MS)
  await concurrently(old, async (payer) => {
    const opened = await api('verifyAuthCredential', { params: { id: payer.credential }, body: SIGN_IN })
    payer.signingKey = keyOf(decryptCredentialBundle(opened.encryptedSessionSigningKey as string, clientKey))
    payer.openedAt = performance.now()
    wallets.sessions++
  })
}

async function newHolder(api: Client, i: number): Promise<Holder> {
  const customerId = await newPerson(api, `Holder ${i}`, ['USDB', 'EUR'])
  const { data } = await api('listCustomerInternalAccounts', { query: { customerId } })
  const accountIn = (code: string) => (data.find(({ balance }) => balance.currency.code === code) as InternalAccount).id
  const wallet = accountIn('USDB')
  const email = `holder-${i}@example.com`
  const body = { type: 'EMAIL_OTP', accountId: wallet, email } as const
  const { id: credential } = await api('createAuthCredential', { body })
  return { wallet, euros: accountIn('EUR'), credential }
}

function keyOf(privateKey: string): JsonWebKey {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'hex')
  const point = pair.getPublicKey()
  const part = (bytes: Buffer) => bytes.toString('base64url')
  const [x, y] = [part(point.subarray(1, 33)), part(point.subarray(33))]
  return { kty: 'EC', crv: 'P-256', d: part(Buffer.from(privateKey, 'hex')), x, y }
}
