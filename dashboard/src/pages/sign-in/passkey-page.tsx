/** Sign-in of operators: with the passkey that an invitation has registered. */
import { useMutation } from '@tanstack/react-query'
import { signInWithPasskey } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/note.tsx'
import { EntrancePage } from './entrance-page.tsx'

export function PasskeyPage() {
  const enter = useMutation({ mutationFn: signInWithPasskey, onSuccess: () => window.location.reload() })
  return (
    <EntrancePage title="Sign in" heading="Sign in to Causeway">
      <p className="text-lg text-muted">
        Use the passkey that you registered for this installation. Money here is real, and what you do is recorded under
        your name.
      </p>
      <Problem error={enter.error} />
      <Button look="primary" disabled={enter.isPending} onClick={() => enter.mutate()}>
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
