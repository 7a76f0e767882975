/** Wallets whose holders sign in and pay, created over the API, with the keys that their clients keep. */
import { createECDH, type JsonWebKey } from 'node:crypto'
import { decryptCredentialBundle } from '@turnkey/crypto'
import type { Client } from '../client/api.ts'
import type { InternalAccount } from '../contract/accounts/internal-accounts.ts'
import type { AuthMethod } from '../contract/wallets/auth-credentials.ts'
import { clientOf, concurrently, fund, newPerson } from './accounts.ts'
import type { Target } from './target.ts'

/** What the sandbox takes for a code that was mailed. */
const CODE = '000000'
/** A session is good for fifteen minutes; one that is younger than this lasts over any measurement. */
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
  /** One live session each, so that one verification is a payment's. Renewed when it comes to be measured. */
  readonly payers: readonly Payer[]
  /** Those who only sign in: more sessions than anybody has. */
  readonly holders: readonly Holder[]
  /** How many sessions were opened for the payers. */
  sessions: number
}

/** The sandbox lets one key of a client serve all wallets; so what is measured does not make any. */
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

/** Lets every payer sign for some minutes more. */
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
