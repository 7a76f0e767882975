/** Invitation of an operator: registers a passkey on this device, once. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptInvitation } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/note.tsx'
import { EntrancePage } from './entrance-page.tsx'

export function InvitationPage() {
  // After `#`, which browsers do not send: the code is in no log of a server or proxy.
  const [code] = useState(() => window.location.hash.slice(1))
  const accept = useMutation({
    mutationFn: () => acceptInvitation(code),
    onSuccess: () => window.location.replace('/'),
  })
  return (
    <EntrancePage title="Invitation" heading="You are invited to operate this installation">
      <p className="text-lg text-muted">
        Create a passkey on this device. You sign in with it; there is no password. Operators who sign in through an
        identity provider sign decisions with it. It replaces any passkey that you had for this installation.
      </p>
      <Problem error={code === '' ? new Error('This link is incomplete. Copy the whole link.') : accept.error} />
      <Button look="primary" disabled={accept.isPending || code === ''} onClick={() => accept.mutate()}>
        Create a passkey
      </Button>
    </EntrancePage>
  )
}
