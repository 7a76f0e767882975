/** Requests that need two people: pending ones with requester, action and reason, and the outcome of the latest. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Decision, REQUEST_KINDS, type RequestView } from '../../../../contract/operators/requests.ts'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem } from '../../ui/note.tsx'
import { statusWord } from '../../ui/status.tsx'
import { subjectOf } from './request-words.ts'
import { decide, takeInvitation, withdraw } from './requests.ts'

export function RequestList({ requests }: { requests: readonly RequestView[] }) {
  if (requests.length === 0) return null
  return (
    <Card title="Requests">
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  )
}

function RequestLine({ request }: { request: RequestView }) {
  const { kind, reason, requestedBy, requestedAt, status, decidedBy, note, failure } = request
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="font-medium">{REQUEST_KINDS[kind]}</p>
        <p className="font-mono text-sm break-all">{subjectOf(request)}</p>
        <p className="text-muted">
          {requestedBy}, <Ago moment={requestedAt} />: “{reason}”
        </p>
        {decidedBy !== null && (
          <p className="text-muted">
            {statusWord(status)} · decided by {decidedBy}
            {note && `: “${note}”`}
          </p>
        )}
        {failure !== null && <p className="text-bad">{failure}</p>}
      </div>
      {status === 'WAITING' && <Waiting request={request} />}
      {(status === 'WITHDRAWN' || status === 'EXPIRED') && (
        <span className="text-sm text-muted">{statusWord(status)}</span>
      )}
      {status === 'APPROVED' && kind === 'OPERATOR_INVITE' && request.isOwn && <TakeLink request={request} />}
    </li>
  )
}

function Waiting({ request }: { request: RequestView }) {
  const mayDecide = useMay('decideRequests')
  const client = useQueryClient()
  const [decision, setDecision] = useState<Decision>()
  const back = useMutation({ mutationFn: () => withdraw(request), onSettled: () => client.invalidateQueries() })
  if (request.isOwn)
    return (
      <div className="flex items-center gap-3">
        <span className="text-sm text-wait">Waits for another operator</span>
        <Button size="small" disabled={back.isPending} onClick={() => back.mutate()}>
          Withdraw
        </Button>
        <Problem error={back.error} />
      </div>
    )
  if (!mayDecide) return <span className="text-sm text-wait">Waits for an approver</span>
  return (
    <div className="flex gap-3">
      <Button size="small" look="primary" onClick={() => setDecision('APPROVED')}>
        Approve …
      </Button>
      <Button size="small" look="dangerQuiet" onClick={() => setDecision('REJECTED')}>
        Reject …
      </Button>
      {decision && <DecisionDialog request={request} decision={decision} onClose={() => setDecision(undefined)} />}
    </div>
  )
}

interface DecisionProps {
  readonly request: RequestView
  readonly decision: Decision
  readonly onClose: () => void
}

/** Shows again what is signed: requester, action and reason. */
function DecisionDialog({ request, decision, onClose }: DecisionProps) {
  const [note, setNote] = useState('')
  const client = useQueryClient()
  const sign = useMutation({
    mutationFn: () => decide(request, decision, note),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(),
  })
  const isApproval = decision === 'APPROVED'
  return (
    <Dialog title={isApproval ? 'Approve the request?' : 'Reject the request?'} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div>
          <p className="font-medium">{REQUEST_KINDS[request.kind]}</p>
          <p className="font-mono text-sm break-all">{subjectOf(request)}</p>
          <p className="mt-2 text-muted">
            {request.requestedBy} asks: “{request.reason}”
          </p>
        </div>
        <TextField label="Note" hint="Kept with the decision" value={note} onChange={setNote} />
        <Problem error={sign.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look={isApproval ? 'primary' : 'danger'} disabled={sign.isPending} onClick={() => sign.mutate()}>
            {isApproval ? 'Approve with your passkey' : 'Reject with your passkey'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function TakeLink({ request }: { request: RequestView }) {
  const take = useMutation({ mutationFn: () => takeInvitation(request) })
  if (take.data)
    return (
      <div role="status" className="basis-full rounded-lg bg-sunken px-4 py-3">
        <p className="text-sm text-muted">
          Hand this to {request.target} in person. It works once, within an hour, and is not shown again.
        </p>
        <p className="font-mono text-sm break-all">{take.data.link}</p>
      </div>
    )
  return (
    <div className="flex items-center gap-3">
      <Problem error={take.error} />
      <Button size="small" look="primary" disabled={take.isPending} onClick={() => take.mutate()}>
        Get the link
      </Button>
    </div>
  )
}
