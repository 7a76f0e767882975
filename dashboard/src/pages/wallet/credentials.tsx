/** Credentials of a wallet: sign-in and revocation. */
import { startAuthentication } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { signInWithPasskey } from '../../../../client/sign-in.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { type Credential, credentialsQuery, type Wallet } from '../../api/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { AddCredential } from './add-credential.tsx'
import { KINDS } from './kinds.ts'
import { CodeSignIn, TokenSignIn } from './sign-in-forms.tsx'
import { ErrorBanner } from './signing/error-banner.tsx'
import { forget, hold, useHeld } from './signing/held-sessions.ts'
import { useSignedWallet, useWalletMutation } from './signing/wallet-mutation.ts'

export function Credentials({ wallet, email }: { wallet: Wallet; email: string | undefined }) {
  const { data, error } = useQuery(credentialsQuery(wallet.id))
  return (
    <Card title="Credentials">
      <Problem error={error} />
      {!data && !error && <Waiting lines={3} />}
      {data?.length === 0 && (
        <Empty isCompact title="No credentials yet">
          Add a credential for the holder. The first one needs no signature; others do.
        </Empty>
      )}
      {data && (
        <>
          <ul className="flex flex-col">
            {data.map((credential) => (
              <CredentialRow key={credential.id} credential={credential} isOnly={data.length === 1} />
            ))}
          </ul>
          <AddCredential wallet={wallet} email={email} present={data} />
        </>
      )}
    </Card>
  )
}

function CredentialRow({ credential, isOnly }: { credential: Credential; isOnly: boolean }) {
  const { id, type, nickname, accountId, createdAt } = credential
  const [isOpen, setOpen] = useState(false)
  const { signing } = useHeld(accountId)
  const signed = useSignedWallet(accountId)
  const signIn = useWalletMutation(
    () => signInWithPasskey(recordedApi, id, startAuthentication),
    (session) => hold(session, id),
  )
  const revoke = useWalletMutation(
    async () => signed?.revokeCredential(id),
    () => forget(id),
  )
  const name = `${KINDS[type]} ${nickname}`
  const obstacle = findObstacle(isOnly, signing?.credentialId, id)
  return (
    <li className="flex flex-col gap-3 border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-medium">{nickname || KINDS[type]}</p>
          <p className="text-sm text-muted">
            {KINDS[type]} · added <Ago moment={createdAt} />
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            size="small"
            look={signing ? 'plain' : 'primary'}
            aria-label={`Sign in: ${name}`}
            aria-expanded={type === 'PASSKEY' ? undefined : isOpen}
            disabled={signIn.isPending}
            onClick={() => (type === 'PASSKEY' ? signIn.mutate() : setOpen(!isOpen))}
          >
            {signIn.isPending ? 'Waiting for your device …' : 'Sign in'}
          </Button>
          <Button
            size="small"
            aria-label={`Revoke: ${name}`}
            disabled={obstacle !== undefined || revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {revoke.isPending ? 'Revoking …' : 'Revoke'}
          </Button>
        </div>
      </div>
      {signing && obstacle && <p className="text-sm text-muted">{obstacle}</p>}
      <ErrorBanner error={signIn.error ?? revoke.error} />
      {isOpen && <Opened>{formFor(credential, () => setOpen(false))}</Opened>}
    </li>
  )
}

/** Why a credential cannot be revoked now. */
function findObstacle(isOnly: boolean, signingId: string | undefined, id: string): string | undefined {
  if (signingId === undefined) return 'Revoking needs a signature. Sign in first.'
  if (isOnly) return 'This is the only credential. Add another one before you revoke it.'
  if (signingId === id) return 'You are signed in with this credential. Sign in with another one to revoke it.'
  return undefined
}

const Opened = ({ children }: { children: ReactNode }) => (
  <div className="animate-arrive rounded-xl bg-sunken p-4">{children}</div>
)

const formFor = (credential: Credential, onDone: () => void) =>
  credential.type === 'OAUTH' ? (
    <TokenSignIn credential={credential} onDone={onDone} />
  ) : (
    <CodeSignIn credential={credential} onDone={onDone} />
  )
