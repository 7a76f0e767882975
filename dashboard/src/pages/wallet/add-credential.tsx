/** Forms that add credentials: the first without, each further one with a signature. */
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { passkeyCredential } from '../../../../client/sign-in.ts'
import type { AuthCredentialCreateRequest } from '../../../../contract/wallets/auth-credentials.ts'
import type { AuthMethodType } from '../../../../contract/wallets/wallet-keys.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import type { Credential, Wallet } from '../../api/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { KINDS } from './kinds.ts'
import { makePasskey, newChallenge, sandboxToken } from './proofs.ts'
import { ErrorBanner } from './signing/error-banner.tsx'
import { useSignedWallet, useWalletMutation } from './signing/wallet-mutation.ts'

interface AddCredentialProps {
  readonly wallet: Wallet
  readonly email: string | undefined
  readonly present: readonly Credential[]
}

type Adding = ReturnType<typeof useAdding>

export function AddCredential({ wallet, email = '', present }: AddCredentialProps) {
  const [chosen, setChosen] = useState<AuthMethodType>()
  const isFirst = present.length === 0
  const adding = useAdding(wallet, isFirst, () => setChosen(undefined))
  // A wallet has one passkey and one address at most.
  const kinds = (Object.keys(KINDS) as AuthMethodType[]).filter(
    (kind) => kind === 'OAUTH' || present.every(({ type }) => type !== kind),
  )
  return (
    <div className="flex flex-col gap-4 pt-4">
      <fieldset className="flex flex-wrap items-center gap-2" disabled={!adding.isAllowed || adding.isPending}>
        <legend className="sr-only">Add a credential</legend>
        <span aria-hidden="true" className="mr-1 text-muted">
          Add
        </span>
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            aria-label={`Add: ${KINDS[kind]}`}
            aria-expanded={chosen === kind}
            onClick={() => setChosen(chosen === kind ? undefined : kind)}
            className="aria-expanded:border-accent aria-expanded:bg-accent-soft"
          >
            {KINDS[kind]}
          </Button>
        ))}
      </fieldset>
      {!adding.isAllowed && <p className="text-sm text-muted">Another credential needs a signature. Sign in first.</p>}
      {chosen && (
        <div className="animate-arrive rounded-xl bg-sunken p-4">
          {chosen === 'PASSKEY' && <PasskeyForm adding={adding} accountId={wallet.id} />}
          {chosen === 'EMAIL_OTP' && <EmailForm adding={adding} accountId={wallet.id} email={email} />}
          {chosen === 'OAUTH' && <TokenForm adding={adding} accountId={wallet.id} email={email} />}
        </div>
      )}
    </div>
  )
}

function useAdding(wallet: Wallet, isFirst: boolean, onAdded: () => void) {
  const signed = useSignedWallet(wallet.id)
  const add = (body: AuthCredentialCreateRequest) =>
    signed ? signed.addCredential(body) : recordedApi('createAuthCredential', { body })
  const work = useWalletMutation(
    async (makeRequest: () => Promise<AuthCredentialCreateRequest>) => add(await makeRequest()),
    onAdded,
  )
  const isAllowed = wallet.status === 'ACTIVE' && (isFirst || signed !== undefined)
  return { isAllowed, isFirst, start: work.mutate, isPending: work.isPending, error: work.error }
}

interface FormProps {
  readonly adding: Adding
  readonly accountId: Wallet['id']
}

function PasskeyForm({ adding, accountId }: FormProps) {
  const [nickname, setNickname] = useState('This browser')
  const make = async () => {
    const challenge = newChallenge()
    const passkey = await makePasskey(challenge, nickname)
    return passkeyCredential(accountId, nickname, challenge, passkey)
  }
  return (
    <AddForm
      adding={adding}
      make={make}
      word="Create passkey"
      busy="Waiting for your device …"
      about="Your browser creates a key pair for this site and returns the public key. In production your server provides the challenge; here the page does."
    >
      <TextField label="Name" value={nickname} onChange={setNickname} />
    </AddForm>
  )
}

function EmailForm({ adding, accountId, email: known }: FormProps & { email: string }) {
  const [email, setEmail] = useState(known)
  return (
    <AddForm
      adding={adding}
      make={async () => ({ type: 'EMAIL_OTP', accountId, email })}
      word="Add the address"
      busy="Adding …"
      about="A code is emailed immediately. It arrives in the sandbox inbox."
    >
      <TextField label="Email" type="email" value={email} onChange={setEmail} />
    </AddForm>
  )
}

function TokenForm({ adding, accountId, email: known }: FormProps & { email: string }) {
  const [iss, setIss] = useState('https://accounts.google.com')
  const [email, setEmail] = useState(known || 'holder@example.com')
  return (
    <AddForm
      adding={adding}
      make={async () => ({ type: 'OAUTH', accountId, oidcToken: sandboxToken({ iss, sub: email, email }) })}
      word="Add the identity"
      busy="Adding …"
      about="An unsigned sandbox token. Only issuers that this installation accepts are allowed."
    >
      <div className="flex gap-4 max-sm:flex-col">
        <TextField label="Issuer" value={iss} onChange={setIss} />
        <TextField label="Subject and email" value={email} onChange={setEmail} />
      </div>
    </AddForm>
  )
}

interface AddFormProps {
  readonly adding: Adding
  readonly make: () => Promise<AuthCredentialCreateRequest>
  readonly word: string
  readonly busy: string
  readonly about: string
  readonly children: ReactNode
}

function AddForm({ adding, make, word, busy, about, children }: AddFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    adding.start(make)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-sm text-muted">{about}</p>
      {children}
      <ErrorBanner error={adding.error} />
      <Button type="submit" look="primary" size="small" disabled={adding.isPending} className="self-start">
        {adding.isPending ? busy : word}
      </Button>
    </form>
  )
}
