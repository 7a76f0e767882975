/** Page of one invitation: its link, its status, and the buttons that claim or cancel it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { Invitation } from '../../../../contract/payments/invitations.ts'
import { api } from '../../api/client.ts'
import { invitationQuery } from '../../api/customers.ts'
import { formatMoment } from '../../format/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Fact } from '../../ui/fact.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Money } from '../../ui/money.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'

export function InvitationPage() {
  const { code } = useParams({ from: '/invitations/$code' })
  const { data, error } = useQuery(invitationQuery(code))
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <title>Invitation · Causeway</title>
      <h1 className="text-2xl font-semibold tracking-tight">Invitation {code}</h1>
      <Problem error={error} />
      {!data && !error && <Waiting lines={6} />}
      {data && <Shown invitation={data} />}
    </div>
  )
}

function Shown({ invitation }: { invitation: Invitation }) {
  const { url, status, inviterUma, inviteeUma, firstName, amountToSend, createdAt, claimedAt, expiresAt } = invitation
  return (
    <>
      <Card title="Invitation" aside={<Status of={status} />}>
        <dl className="flex flex-col gap-1">
          <Fact name="Link for the invited person">
            <Copyable text={url} label="link" />
          </Fact>
          <Fact name="Invited by">{inviterUma}</Fact>
          {firstName && <Fact name="First name">{firstName}</Fact>}
          {inviteeUma && <Fact name="Claimed by">{inviteeUma}</Fact>}
          {amountToSend && (
            <Fact name="Amount">
              <Money of={amountToSend} />
            </Fact>
          )}
          <Fact name="Created">{formatMoment(createdAt)}</Fact>
          {claimedAt && <Fact name="Claimed">{formatMoment(claimedAt)}</Fact>}
          {expiresAt && <Fact name="Expires">{formatMoment(expiresAt)}</Fact>}
        </dl>
      </Card>
      {status === 'PENDING' && <Open code={invitation.code} />}
    </>
  )
}

function Open({ code }: { code: string }) {
  const client = useQueryClient()
  const [inviteeUma, setInviteeUma] = useState('')
  const change = useMutation({
    mutationFn: (action: () => Promise<Invitation>) => action(),
    onSuccess: (invitation) => client.setQueryData(invitationQuery(code).queryKey, invitation),
  })
  const params = { invitationCode: code }
  const claim = (event: SubmitEvent) => {
    event.preventDefault()
    change.mutate(() => api('claimInvitation', { params, body: { inviteeUma: inviteeUma.trim() } }))
  }
  return (
    <Card title="Claim or cancel">
      <form onSubmit={claim} noValidate className="flex flex-col gap-4 pt-1">
        <TextField
          label="UMA address of the invited person"
          placeholder="$alice@acme.example"
          hint="At any institution, once the person has signed up."
          value={inviteeUma}
          onChange={setInviteeUma}
        />
        <Problem error={change.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" disabled={change.isPending || !inviteeUma.trim()}>
            Claim
          </Button>
          <Button disabled={change.isPending} onClick={() => change.mutate(() => api('cancelInvitation', { params }))}>
            Cancel the invitation
          </Button>
        </div>
      </form>
    </Card>
  )
}
