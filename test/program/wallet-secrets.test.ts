/** Wallet secret tests: no secret of a wallet appears in logs, errors, events, or a copy of the database. */
import { createECDH, randomBytes } from 'node:crypto'
import { hpkeDecrypt } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { newAuthenticator } from '../harness/authenticator.ts'
import { everythingStored } from '../harness/books.ts'
import { WALLETS } from '../harness/samples/wallet-settings.ts'
import {
  addEmail,
  codeFor,
  newKeyPair,
  newWallet,
  opened,
  STAND_IN,
  sign,
  signed,
  standInPasskey,
  unsignedToken,
} from '../harness/samples/wallets.ts'

let app: TestApp
const lines: string[] = []
const MASTER_KEY = randomBytes(32)
beforeAll(async () => {
  let fails = true
  app = await testApp({
    cast: false,
    logTo: (line) => lines.push(line),
    wallets: { ...WALLETS, masterKeys: { current: MASTER_KEY, former: [] } },
    // The first mail fails, so that failures are logged as well.
    providers: (usual) => ({
      ...usual,
      async sendMail(platformId, mail, codes) {
        if (fails) {
          fails = false
          throw new Error('The mail server is down')
        }
        await usual.sendMail?.(platformId, mail, codes)
      },
    }),
  })
})
afterAll(() => app.close())

const LONG = { embeddedWalletConfig: { otpLength: 12, alphanumeric: true } }

describe('a secret of a wallet', () => {
  it('is in no log, no error, no event and not in the database', async () => {
    await app.ok('updatePlatformConfig', { body: LONG })
    const secrets = new Map<string, string>()
    const errors: string[] = []
    const wallet = await newWallet(app)
    const accountId = wallet.id
    const mail = await addEmail(app, wallet, 'secret@example.com')
    await app.advance({ seconds: 2 })
    const code = await codeFor(app, 'secret@example.com')
    expect(code).toMatch(/^[0-9A-Z]{12}$/)
    secrets.set('a code', code)

    const client = newKeyPair()
    const verify = (otp: string, key?: string) =>
      app.call('verifyAuthCredential', {
        params: { id: mail.id },
        body: { type: 'EMAIL_OTP', otp, clientPublicKey: client.publicKey },
        ...(key && { key }),
      })
    secrets.set('a wrong code', 'WRONGCODE4711')
    errors.push((await verify('WRONGCODE4711')).text)
    const { body } = await verify(code, 'kept-sealed')
    secrets.set('a sealed session key', body.encryptedSessionSigningKey as string)
    const session = opened(body, client)
    secrets.set('a session key', session.privateKey)
    secrets.set('a session key in base64', Buffer.from(session.privateKey, 'hex').toString('base64').slice(0, 43))
    secrets.set("a client's private key", client.privateKey)

    const oidcToken = unsignedToken({
      iss: 'https://accounts.google.com',
      aud: 'acme',
      sub: 'subject',
      at_hash: 'claim-without-use',
    })
    secrets.set('an identity token', oidcToken)
    await signed(app, 'createAuthCredential', { body: { type: 'OAUTH', accountId, oidcToken } }, session)
    const rejected = unsignedToken({ iss: 'https://evil.example', jti: 'a token that is refused' })
    secrets.set('a refused identity token', rejected)
    errors.push(
      (await app.call('createAuthCredential', { body: { type: 'OAUTH', accountId, oidcToken: rejected } })).text,
    )
    const mistyped = await addEmail(app, await newWallet(app), 'mistyped@example.com')
    errors.push((await app.call('verifyAuthCredential', { params: { id: mistyped.id }, body: {} })).text)
    const passkey = standInPasskey(accountId)
    secrets.set('a registration', passkey.attestation.clientDataJson)
    const { body: credential } = await signed(app, 'createAuthCredential', { body: passkey }, session)
    const device = newAuthenticator()
    const assertion = device.assert(randomBytes(32).toString('hex'))
    for (const field of ['clientDataJson', 'authenticatorData', 'signature'] as const)
      secrets.set(`the ${field} of an assertion`, assertion[field])
    const asked = await app.ok('challengeAuthCredential', {
      params: { id: credential.id },
      body: { clientPublicKey: client.publicKey },
    })
    const { requestId } = asked as { requestId: string }
    const proof = {
      params: { id: credential.id },
      body: { type: 'PASSKEY', assertion },
      headers: { 'request-id': requestId },
    }
    errors.push((await app.call('verifyAuthCredential', proof)).text)

    const receiver = newKeyPair()
    const exported = await signed(
      app,
      'exportInternalAccount',
      { params: { id: accountId }, body: { clientPublicKey: receiver.publicKey }, key: 'exported' },
      session,
    )
    const envelope = JSON.parse(exported.body.encryptedWalletCredentials)
    const data = JSON.parse(Buffer.from(envelope.data, 'hex').toString())
    secrets.set('an exported envelope', data.ciphertext)
    const phrase = Buffer.from(
      hpkeDecrypt({
        ciphertextBuf: Buffer.from(data.ciphertext, 'hex'),
        encappedKeyBuf: Buffer.from(data.encappedPublic, 'hex'),
        receiverPriv: receiver.privateKey,
      }),
    ).toString()
    const words = phrase.split(' ')
    words.slice(2).forEach((_, i) => {
      secrets.set(`words ${i + 1} to ${i + 3} of a phrase`, words.slice(i, i + 3).join(' '))
    })

    const signature = sign('a text that was never a challenge', session.privateKey)
    secrets.set('a signature', signature)
    const headers = {
      'service-wallet-signature': signature,
      'request-id': 'Request:019542f5-b3e7-7d02-8000-000000000001',
    }
    const input = { params: { id: accountId }, body: { privateEnabled: true } }
    errors.push((await app.call('updateInternalAccount', { ...input, headers })).text)
    secrets.set('a client secret', app.platform.clientSecret)
    secrets.set(
      'the secret that a header carries',
      Buffer.from(`:${app.platform.clientSecret}`).toString('base64').slice(4),
    )
    for (const encoding of ['hex', 'base64'] as const)
      secrets.set(`the master key in ${encoding}`, MASTER_KEY.toString(encoding))
    const derived = createECDH('prime256v1')
    derived.setPrivateKey(session.privateKey, 'hex')
    await app.raw('POST', pathTo('createAuthCredential'), {
      body: `{"otp": "${code}"`,
      headers: { 'content-type': 'application/json' },
    })
    await app.settle()

    const stored = await everythingStored(app)
    expect(stored, 'the search covers stored data').toContain('secret@example.com')
    expect(lines.join('\n'), 'the search covers the log').toContain('The mail server is down')
    expect(errors.join('\n')).toContain('Invalid OTP code')
    const places = { stored, logged: lines.join('\n'), told: errors.join('\n') }
    const found = [...secrets].flatMap(([what, secret]) =>
      Object.entries(places).flatMap(([place, text]) => (text.includes(secret) ? [`${what} is ${place}`] : [])),
    )
    expect(found).toEqual([])
    // The public key is stored, so the search would find the private one.
    expect(stored).toContain(derived.getPublicKey('hex', 'compressed'))
    const personal = ['secret@example.com', 'Wanda Wallet', '1990-01-15', 'mistyped@example.com']
    const logged = personal.filter((fact) => places.logged.includes(fact) || places.told.includes(fact))
    expect(logged, 'personal data in logs and errors').toEqual([])
  })

  it('is not revealed by an error: an unknown code, a spent one and a wrong one look the same', async () => {
    const wallet = await newWallet(app)
    const mail = await addEmail(app, wallet, 'oracle@example.com')
    const code = await codeFor(app, 'oracle@example.com')
    const verify = (otp: string) =>
      app.call('verifyAuthCredential', {
        params: { id: mail.id },
        body: { type: 'EMAIL_OTP', otp, clientPublicKey: newKeyPair().publicKey },
      })
    const wrong = await verify('000000000000')
    await verify(code)
    const spent = await verify(code)
    await app.advance({ minutes: 10 })
    const late = await verify(code)
    expect(new Set([wrong, spent, late].map(({ status, error }) => `${status} ${JSON.stringify(error)}`)).size).toBe(1)
    expect((await verify(STAND_IN.otp)).status).toBe(200)
  })
})
