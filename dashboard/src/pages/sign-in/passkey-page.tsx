/** Sign-in of operators: with the passkey that an invitation has registered, or through their company's identity provider. */
import { useMutation } from '@tanstack/react-query'
import { SIGN_IN_FAULT, type SignInFault } from '../../../../contract/operators/operators.ts'
import { signInAtProvider, signInWithPasskey } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/note.tsx'
import { EntrancePage } from './entrance-page.tsx'

const FAULTS: Readonly<Record<SignInFault, string>> = {
  invalid: 'The sign-in at the identity provider was cancelled, took too long or was used before. Sign in again.',
  'not-admitted':
    'Your account may not sign in here: it needs a verified email address of an admitted domain, a group with a role, and must not have been removed. The audit chain has the reason.',
  unavailable: 'The identity provider does not answer. Try again shortly.',
}

/** @param provider host of the identity provider; undefined: there is none */
export function PasskeyPage({ provider }: { provider: string | undefined }) {
  const fault = FAULTS[new URLSearchParams(window.location.search).get(SIGN_IN_FAULT) as SignInFault]
  const leave = useMutation({ mutationFn: signInAtProvider })
  const enter = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => window.location.reload() })
  return (
    <EntrancePage title="Sign in" heading="Sign in to Causeway">
      <p className="text-lg text-muted">
        {provider
          ? 'Use your company’s identity provider, or the passkey that you registered for this installation.'
          : 'Use the passkey that you registered for this installation.'}{' '}
        Money here is real, and what you do is recorded under your name.
      </p>
      <Problem error={enter.error ?? leave.error ?? (fault ? new Error(fault) : null)} />
      {provider && (
        <Button look="primary" disabled={leave.isPending} onClick={() => leave.mutate()}>
          Sign in through {provider}
        </Button>
      )}
      <Button look={provider ? 'plain' : 'primary'} disabled={enter.isPending} onClick={() => enter.mutate()}>
        Sign in with a passkey
      </Button>
      <p className="text-muted">
        No passkey, or lost it? Ask an administrator for a new link. The first one comes from the command line:
      </p>
      <pre className="overflow-x-auto rounded-xl border border-line bg-surface px-5 py-4 font-mono text-sm shadow-card">
        causeway operators invite &quot;Your name&quot; --role administrator
      </pre>
    </EntrancePage>
  )
}
