/** Security notice tests: holders are notified at addresses that a thief does not have. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import {
  addEmail,
  newKeyPair,
  newWallet,
  openSession,
  STAND_IN,
  signed,
  standInPasskey,
  unsignedToken,
} from '../../../../test/harness/samples/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(() => app.close())

/** Subjects of the mails to an address, without those with codes. */
async function notices(to: string) {
  await app.settle()
  const { data } = await app.ok('listSandboxInbox', { query: { to } })
  return data.filter(({ codes }) => codes.length === 0)
}
const subjects = async (to: string) => (await notices(to)).map(({ subject }) => subject).sort()

/** A wallet with an address that was verified, and a passkey. */
async function holder(name: string) {
  const wallet = await newWallet(app)
  const email = `${name}@example.com`
  const credential = await addEmail(app, wallet, email)
  const session = await openSession(app, credential)
  const { body: passkey } = await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, session)
  return { wallet, email, credential, passkey, session }
}
async function signInByPasskey(id: `AuthMethod:${string}`) {
  const asked = await app.ok('challengeAuthCredential', {
    params: { id },
    body: { clientPublicKey: newKeyPair().publicKey },
  })
  const assertion = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature: STAND_IN.assertion }
  return app.ok('verifyAuthCredential', {
    params: { id },
    headers: { 'request-id': (asked as { requestId: string }).requestId },
    body: { type: 'PASSKEY', assertion },
  })
}

describe('the holder of a wallet', () => {
  it('gets a notice at the other address of a new credential, and of the session that it opens', async () => {
    const { email, passkey } = await holder('notified')
    expect(await subjects(email)).toEqual(['New way to sign in to Acme Pay'])
    await signInByPasskey(passkey.id)
    expect(await subjects(email)).toEqual(['New sign-in to Acme Pay', 'New way to sign in to Acme Pay'])
    const texts = (await notices(email)).map(({ text }) => text).join('\n')
    expect(texts).toContain('The passkey "Phone" was added to your wallet at ')
    expect(texts).toContain('Someone signed in to your wallet with the passkey "Phone" at ')
  })

  it('gets no notice of a session at the address that opened it', async () => {
    const { email, credential } = await holder('itself')
    const before = await subjects(email)
    await openSession(app, credential)
    expect(await subjects(email)).toEqual(before)
  })

  it('gets a notice of an export at every address', async () => {
    const { wallet, email, session } = await holder('export')
    const input = { params: { id: wallet.id }, body: { clientPublicKey: newKeyPair().publicKey } }
    expect((await signed(app, 'exportInternalAccount', input, session)).status).toBe(200)
    expect(await subjects(email)).toContain('The recovery phrase of your wallet was exported from Acme Pay')
  })

  it('gets no notice of a request without its signature', async () => {
    const { wallet, email } = await holder('asked')
    const before = await subjects(email)
    const body = {
      type: 'OAUTH',
      accountId: wallet.id,
      oidcToken: unsignedToken({ iss: 'https://accounts.google.com', aud: 'a', sub: 'b' }),
    }
    expect((await app.call('createAuthCredential', { body })).status).toBe(202)
    const input = { params: { id: wallet.id }, body: { clientPublicKey: newKeyPair().publicKey } }
    expect((await app.call('exportInternalAccount', input)).status).toBe(202)
    expect(await subjects(email)).toEqual(before)
  })

  it('gets no notice at an unverified address, or one whose credential was revoked', async () => {
    const wallet = await newWallet(app)
    await app.ok('createAuthCredential', { body: standInPasskey(wallet.id) })
    const body = { type: 'EMAIL_OTP' as const, accountId: wallet.id, email: 'never-verified@example.com' }
    const { body: mail } = await signed(app, 'createAuthCredential', { body }, STAND_IN.signature)
    const { data } = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
    const passkey = data.find(({ type }) => type === 'PASSKEY')?.id as `AuthMethod:${string}`
    await signInByPasskey(passkey)
    expect(await subjects('never-verified@example.com')).toEqual([])
    await openSession(app, mail)
    await signInByPasskey(passkey)
    expect(await subjects('never-verified@example.com')).toEqual(['New sign-in to Acme Pay'])
    await signed(app, 'revokeAuthCredential', { params: { id: mail.id } }, STAND_IN.signature)
    await signInByPasskey(passkey)
    expect(await subjects('never-verified@example.com')).toEqual(['New sign-in to Acme Pay'])
  })
})
