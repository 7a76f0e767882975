/** Database attack tests: neither a full read of the database nor a write to it, with a platform token, reaches a wallet's key. */
import { decryptCredentialBundle } from '@turnkey/crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnyInput, requestFor } from '../../client/request.ts'
import type { OperationId } from '../../contract/contract.ts'
import { localCustodian } from '../../src/providers/custodian/local.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { WALLETS } from '../harness/samples/wallet-settings.ts'
import {
  addEmail,
  challengeOf,
  codeFor,
  newKeyPair,
  newWallet,
  type OpenSession,
  openSession,
  sign,
  signatureHeaders,
  signed,
} from '../harness/samples/wallets.ts'

const bare = (id: string) => id.slice(id.indexOf(':') + 1)

interface Owner {
  readonly wallet: Awaited<ReturnType<typeof newWallet>>
  readonly credential: Awaited<ReturnType<typeof addEmail>>
  readonly email: string
  readonly session: OpenSession
}

let app: TestApp
let holder: Owner
let thief: Owner
let people = 0
beforeAll(async () => {
  // As in production, no stand-in is accepted for a signature or a code.
  app = await testApp({
    providers: (usual) => ({
      ...usual,
      standIns: undefined,
      custodian: localCustodian({ masterKeys: WALLETS.masterKeys, signsExports: true }),
    }),
  })
})
afterAll(() => app.close())

async function owner(): Promise<Owner> {
  const email = `owner-${++people}@example.com`
  const wallet = await newWallet(app, 10_000_000)
  const credential = await addEmail(app, wallet, email)
  const session = await openSession(app, credential, await codeFor(app, email))
  return { wallet, credential, email, session }
}
beforeEach(async () => {
  holder = await owner()
  thief = await owner()
})

/** The attacker's own key pair, which opens data sealed to it. */
const client = newKeyPair()
const privacy = () => ({ params: { id: holder.wallet.id }, body: { privateEnabled: true } })
const takingOut = () => ({ params: { id: holder.wallet.id }, body: { clientPublicKey: newKeyPair().publicKey } })
const sql = (text: string) => app.store.script(text)

/** Statuses of attempts to sign for the holder's wallet. */
async function signsBy(privateKey: string): Promise<number[]> {
  const statuses: number[] = []
  for (const [id, input] of [
    ['updateInternalAccount', privacy()],
    ['exportInternalAccount', takingOut()],
  ] as const) {
    const challenge = await challengeOf(app, id, input as never)
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, privateKey))
    statuses.push((await app.call(id, { ...input, headers } as never)).status)
  }
  return statuses
}
/** A sealed key that does not open is an internal error, which is logged: 500. */
async function isRefused(id: OperationId, input: AnyInput) {
  const { method, path, ...request } = requestFor(id, input)
  const reply = await app.raw(method, path, request)
  expect([401, 500]).toContain(reply.status)
  expect(reply.text).not.toContain('encryptedWalletCredentials')
}
const verify = async (credentialId: string, otp: string) =>
  app.call('verifyAuthCredential', {
    params: { id: credentialId as never },
    body: { type: 'EMAIL_OTP', otp, clientPublicKey: client.publicKey },
  })
const freshCode = async ({ credential, email }: Owner) => {
  await app.ok('challengeAuthCredential', { params: { id: credential.id } })
  await app.settle()
  return codeFor(app, email)
}

describe('an attacker who writes the database and has a token', () => {
  it('can do nothing without the write: the holder signs, and the attacker cannot', async () => {
    expect((await signed(app, 'updateInternalAccount', privacy(), holder.session)).status).toBe(200)
    expect((await signed(app, 'updateInternalAccount', privacy(), thief.session)).status).toBe(401)
  })

  it('signs nothing with a session that they have forged', async () => {
    const { publicKey } = thief.session as { publicKey?: string }
    expect(publicKey).toBeUndefined()
    const key = newKeyPair()
    const compressed = `0${(Number.parseInt(key.publicKey.slice(-1), 16) % 2) + 2}${key.publicKey.slice(2, 66)}`
    await sql(`insert into wallet_sessions (platform_id, id, account_id, credential_id, public_key, created_at, expires_at, revoked_at, root_id, proven_at, certificate)
      select platform_id, gen_random_uuid(), account_id, credential_id, '${compressed}', created_at, expires_at, null, root_id, proven_at, certificate
      from wallet_sessions where id = '${bare(holder.session.id)}'`)
    expect(await signsBy(key.privateKey)).toEqual([401, 401])
  })

  it.each(['the row is moved', 'the certificate comes along'])(
    "signs nothing with their own session rewritten as the holder's: %s",
    async (how) => {
      const certificate = how === 'the row is moved' ? '' : ', certificate = h.certificate'
      await sql(`update wallet_sessions s set account_id = h.account_id, credential_id = h.credential_id${certificate}
        from wallet_sessions h where s.id = '${bare(thief.session.id)}' and h.id = '${bare(holder.session.id)}'`)
      expect(await signsBy(thief.session.privateKey)).toEqual([401, 401])
    },
  )

  it('cannot extend a session', async () => {
    await app.advance({ minutes: 16 })
    await sql(
      `update wallet_sessions set expires_at = expires_at + interval '1 year' where id = '${bare(holder.session.id)}'`,
    )
    expect(await signsBy(holder.session.privateKey)).toEqual([401, 401])
  })

  it("opens no session with their own credential rewritten as the holder's", async () => {
    const code = await freshCode(thief)
    await sql(
      `update credentials set account_id = '${bare(holder.wallet.id)}', revoked_at = null where id = '${bare(thief.credential.id)}'`.replace(
        'update',
        `update credentials set revoked_at = now() where id = '${bare(holder.credential.id)}'; update`,
      ),
    )
    expect((await verify(thief.credential.id, code)).status).toBe(401)
  })

  it.each(['without', 'with'])(
    'opens no session by writing their own address into the holder’s credential, %s a certificate',
    async (how) => {
      const certificate =
        how === 'with'
          ? `, certificate = (select certificate from credentials where id = '${bare(thief.credential.id)}')`
          : ''
      await sql(
        `update credentials set proof = '{"type":"EMAIL_OTP","email":"${thief.email}"}'${certificate} where id = '${bare(holder.credential.id)}'`,
      )
      await app.ok('challengeAuthCredential', { params: { id: holder.credential.id } })
      await app.settle()
      expect((await verify(holder.credential.id, await codeFor(app, thief.email))).status).toBe(401)
    },
  )

  it('cannot become the first holder of a wallet whose credentials they have removed', async () => {
    const wallet = bare(holder.wallet.id)
    await sql(
      `delete from credential_rosters where id = '${wallet}'; delete from credentials where account_id = '${wallet}'`,
    )
    const { status } = await app.call('createAuthCredential', {
      body: { type: 'EMAIL_OTP', accountId: holder.wallet.id, email: 'taken@example.com' },
    })
    expect(status, 'a signature is required, and cannot be given').toBe(202)
  })

  it('exports no key except their own by swapping sealed keys', async () => {
    const [mine, theirs] = [bare(thief.wallet.id), bare(holder.wallet.id)]
    await sql(
      `update wallet_keys set sealed_key = (select sealed_key from wallet_keys where id = '${theirs}') where id = '${mine}'`,
    )
    const input = { params: { id: thief.wallet.id }, body: { clientPublicKey: client.publicKey } }
    const challenge = await challengeOf(app, 'exportInternalAccount', input)
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, thief.session.privateKey))
    await isRefused('exportInternalAccount', { ...input, headers })
  })

  it('cannot change an address by assigning the wallet to their own customer', async () => {
    const [mine] = await app.store.query<{ id: string }>(
      `select customer_id as id from accounts where id = '${bare(thief.wallet.id)}'`,
    )
    await sql(`update accounts set customer_id = '${mine?.id}' where id = '${bare(holder.wallet.id)}';
      update customers set email = '${holder.email}' where id = '${mine?.id}'`)
    const input = {
      params: { customerId: `Customer:${mine?.id}` as const },
      body: { customerType: 'INDIVIDUAL' as const, email: 'taken@example.com' },
    }
    const reply = await app.call('updateCustomerById', input)
    expect(reply.status).toBe(202)
    const { payloadToSign, requestId } = reply.body as never as {
      payloadToSign: string
      requestId: `Request:${string}`
    }
    const headers = signatureHeaders({ requestId }, sign(payloadToSign, thief.session.privateKey))
    await isRefused('updateCustomerById', {
      ...input,
      headers,
    })
    const [kept] = await app.store.query<{ email: string }>(
      `select proof->>'email' as email from credentials where id = '${bare(holder.credential.id)}'`,
    )
    expect(kept?.email).toBe(holder.email)
  })
})

describe('an attacker who has a copy of the database and a token', () => {
  it('finds no key in it, neither of the wallet nor of an open session', async () => {
    const [row] = await app.store.query<{ sealed: string; keys: string }>(
      `select k.sealed_key as sealed, s.public_key as keys from wallet_keys k join wallet_sessions s on s.account_id = k.id
      where k.id = '${bare(holder.wallet.id)}'`,
    )
    const foreign = localCustodian({ masterKeys: { current: Buffer.alloc(32, 5), former: [] }, signsExports: false })
    const wallet = {
      platformId: app.platform.platformId,
      holderId: bare(holder.wallet.customerId as string),
      walletId: bare(holder.wallet.id),
      sealedKey: row?.sealed as string,
    }
    await expect(foreign.claimWallet(wallet, {})).rejects.toThrow('a master key that is not configured')
    expect(row?.keys).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(() => decryptCredentialBundle(row?.sealed as string, client.privateKey)).toThrow()
  })
})
