/** Owns what runs inside the page of the wallet's browser test: the client, as an application uses it. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { askBrowser } from '../../client/passkeys.ts'
import { sender } from '../../client/send.ts'
import { passkeyCredential, signInWithPasskey } from '../../client/sign-in.ts'
import { walletOf } from '../../client/wallet.ts'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'

interface Told {
  readonly sessions: readonly string[]
  readonly isPrivate: boolean | undefined
  readonly words: string
}

/** @param baseUrl of the API; the browser has signed in there @param challenge base64url */
async function openWallet(baseUrl: string, challenge: string): Promise<Told> {
  const send = sender({ baseUrl, headers: { 'x-causeway-dashboard': '1' } })
  const wallets = await send({ method: 'GET', path: '/customers/internal-accounts?type=EMBEDDED_WALLET' })
  const [{ id: accountId }] = (wallets.body as { data: [InternalAccount] }).data
  const passkey = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: 'localhost', name: 'Acme' },
      user: { id: 'YWxpY2U', name: 'alice', displayName: 'Alice' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      authenticatorSelection: { userVerification: 'required' },
    },
  })
  const { body } = await send({
    method: 'POST',
    path: '/auth/credentials',
    body: passkeyCredential(accountId, 'This browser', challenge, passkey),
  })
  const { id } = body as { id: `AuthMethod:${string}` }
  const first = await signInWithPasskey(send, id, startAuthentication)
  const session = await signInWithPasskey(send, id, askBrowser)
  const wallet = walletOf({ send, session })
  const { privateEnabled } = await wallet.setPrivacy(true)
  return { sessions: [first.id, session.id], isPrivate: privateEnabled, words: await wallet.export(undefined) }
}

export type OpenWallet = typeof openWallet
Object.assign(globalThis, { openWallet })
