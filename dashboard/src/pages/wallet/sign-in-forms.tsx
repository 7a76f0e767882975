/** Sign-in forms: by emailed code, shown beside the form, and by token. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { requestCode, signInWithCode, signInWithToken } from '../../../../client/sign-in.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { type Credential, inboxQuery } from '../../api/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { SANDBOX_TOKEN } from './proofs.ts'
import { ErrorBanner } from './signing/error-banner.tsx'
import { hold } from './signing/held-sessions.ts'
import { useWalletMutation } from './signing/wallet-mutation.ts'

interface FormProps {
  readonly credential: Credential
  readonly onDone: () => void
}

export function CodeSignIn({ credential: { id, nickname }, onDone }: FormProps) {
  const [code, setCode] = useState('')
  const mail = useWalletMutation(() => requestCode(recordedApi, id))
  const open = useWalletMutation(
    () => signInWithCode(recordedApi, id, code.trim()),
    (session) => {
      hold(session, id)
      onDone()
    },
  )
  return (
    <OpenForm
      canOpen={code.trim() !== ''}
      open={open}
      field={
        <TextField
          label="Code from the email"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          isCode
          hint="The sandbox also accepts 000000."
        />
      }
      before={
        <>
          <NewestMail to={nickname} onUse={setCode} />
          <div className="flex flex-wrap items-center gap-3">
            <Button size="small" disabled={mail.isPending} onClick={() => mail.mutate()}>
              {mail.isPending ? 'Sending …' : 'Send a new code'}
            </Button>
            <span className="text-sm text-muted">It replaces the previous code.</span>
          </div>
          <ErrorBanner error={mail.error} />
        </>
      }
    />
  )
}

function NewestMail({ to, onUse }: { to: string; onUse: (code: string) => void }) {
  const { data } = useQuery(inboxQuery(to))
  const [mail] = data?.data ?? []
  if (!mail)
    return (
      <p role="status" className="text-muted">
        No email for {to} yet. Send a code; it appears here.
      </p>
    )
  return (
    <section aria-label={`Latest email for ${to}`} className="rounded-lg border border-line bg-surface p-4">
      <p className="text-sm text-muted">
        To {mail.to}, <Ago moment={mail.createdAt} />
      </p>
      <p className="font-medium">{mail.subject}</p>
      {mail.codes.map((code) => (
        <p key={code} className="mt-2 flex flex-wrap items-center gap-4">
          <span className="font-mono text-2xl font-semibold tracking-widest">{code}</span>
          <Button size="small" onClick={() => onUse(code)}>
            Use this code
          </Button>
        </p>
      ))}
    </section>
  )
}

export function TokenSignIn({ credential: { id }, onDone }: FormProps) {
  const [token, setToken] = useState(SANDBOX_TOKEN)
  const open = useWalletMutation(
    () => signInWithToken(recordedApi, id, async () => token.trim()),
    (session) => {
      hold(session, id)
      onDone()
    },
  )
  return (
    <OpenForm
      canOpen={token.trim() !== ''}
      open={open}
      field={
        <TextField
          label="Identity token"
          value={token}
          onChange={setToken}
          isCode
          hint="The sandbox always accepts this token. A real token from the credential's issuer is verified."
        />
      }
    />
  )
}

interface OpenFormProps {
  readonly before?: ReactNode
  readonly field: ReactNode
  readonly canOpen: boolean
  readonly open: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null }
}

function OpenForm({ before, field, canOpen, open }: OpenFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    open.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {before}
      {field}
      <ErrorBanner error={open.error} />
      <Button type="submit" look="primary" size="small" disabled={!canOpen || open.isPending} className="self-start">
        {open.isPending ? 'Opening the session …' : 'Open session'}
      </Button>
    </form>
  )
}
