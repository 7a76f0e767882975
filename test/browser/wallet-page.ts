/** Page script of the wallet's browser test: uses the client as an application does. */
import { startAuthentication } from '@simplewebauthn/browser'
import { createClient } from '../../client/api.ts'
import { askBrowser, createPasskey } from '../../client/passkeys.ts'
import { passkeyCredential, signInWithPasskey } from '../../client/sign-in.ts'
import { walletOf } from '../../client/wallet.ts'

interface WalletReport {
  readonly sessions: readonly string[]
  readonly isPrivate: boolean | undefined
  readonly words: string
}

/** Opens Alice's wallet. @param baseUrl of the API; the browser is signed in there @param challenge base64url */
async function openWallet(baseUrl: string, challenge: string): Promise<WalletReport> {
  const api = createClient({ baseUrl, headers: { 'x-causeway-dashboard': '1' } })
  const [alice] = (await api.listCustomers({ platformCustomerId: 'alice' })).data
  const { data } = await api.listCustomerInternalAccounts({ customerId: alice?.id, type: 'EMBEDDED_WALLET' })
  const [{ id: accountId }] = data as [(typeof data)[number]]
  const passkey = await createPasskey({ challenge, rpName: 'Acme', userName: 'alice' })
  const body = passkeyCredential(accountId, 'This browser', challenge, passkey)
  const { id } = await api('createAuthCredential', { body })
  const first = await signInWithPasskey(api, id, startAuthentication)
  const session = await signInWithPasskey(api, id, askBrowser)
  const wallet = walletOf({ api, session })
  const { privateEnabled } = await wallet.setPrivacy(true)
  return { sessions: [first.id, session.id], isPrivate: privateEnabled, words: await wallet.export(undefined) }
}

export type OpenWallet = typeof openWallet
Object.assign(globalThis, { openWallet })
