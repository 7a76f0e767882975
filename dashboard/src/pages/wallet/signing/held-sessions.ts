/** Session keys of this window, in memory only: closing or reloading discards them. */
import type { WalletSession } from '../../../../../client/sign-in.ts'
import { useNow } from '../../../api/now.ts'
import { createStore, useStore } from '../../../api/store.ts'
import type { Credential } from '../../../api/wallet.ts'

export interface Held {
  readonly session: WalletSession
  /** The credential that opened it, or the one from which it was refreshed. */
  readonly credentialId: Credential['id']
}

/** The last one of a wallet is the one that signs. */
const held = createStore<readonly Held[]>([])

export const hold = (session: WalletSession, credentialId: Credential['id']): void =>
  held.set([...held.get(), { session, credentialId }])

/** Lets it sign from now on. */
export function choose(sessionId: string): void {
  const isMeant = ({ session }: Held) => session.id === sessionId
  held.set([...held.get().filter((each) => !isMeant(each)), ...held.get().filter(isMeant)])
}

/** Forgets the keys of sessions that have ended: one of them, or all that a credential opened. */
export const forget = (id: string): void =>
  held.set(held.get().filter(({ session, credentialId }) => session.id !== id && credentialId !== id))

/** The keys with which a wallet can sign now. */
export function useHeld(accountId: string): { readonly all: readonly Held[]; readonly signing: Held | undefined } {
  const now = useNow(1000)
  const all = useStore(held).filter(
    ({ session }) => session.accountId === accountId && Date.parse(session.expiresAt) > now,
  )
  return { all, signing: all.at(-1) }
}
