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
        Create a passkey on this device. It replaces a passkey that you had here before, and you sign in with it from
        now on: there is no password.
      </p>
      <Problem error={code === '' ? new Error('This link is not complete.') : accept.error} />
      <Button look="primary" disabled={accept.isPending || code === ''} onClick={() => accept.mutate()}>
        Create a passkey
      </Button>
    </EntrancePage>
  )
}
