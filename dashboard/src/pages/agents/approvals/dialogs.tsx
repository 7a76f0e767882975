/** Dialogs of the approvals page: approve, reject with a reason, keyboard shortcuts. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { AgentAction } from '../../../../../contract/agents/agent-actions.ts'
import { approveAction, rejectAction } from '../../../api/agents.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { Problem } from '../../../ui/note.tsx'
import type { ActionWords } from '../action-words.ts'
import { AgentLink, OwnerName } from '../names.tsx'

interface DecisionProps {
  readonly action: AgentAction
  readonly words: ActionWords
  readonly onClose: () => void
  readonly onDone: (action: AgentAction) => void
}

function useDecision(decide: () => Promise<AgentAction>, onDone: DecisionProps['onDone']) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: decide,
    onSuccess: (action) => {
      onDone(action)
      return client.invalidateQueries()
    },
  })
}

export function ApproveDialog({ action, words, onClose, onDone }: DecisionProps) {
  const approve = useDecision(() => approveAction(action), onDone)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Dialog title="Approve this action?" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Asked action={action} words={words} />
        <p className="text-muted">
          {words.takes
            ? 'It is executed now, against the current policy and balances.'
            : 'The account can be paid from then on, by the platform and by the customer’s other agents as well.'}
        </p>
        <Problem error={approve.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={button} look="primary" disabled={approve.isPending} onClick={() => approve.mutate()}>
            {approve.isPending ? 'Approving …' : 'Approve'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const REASON_MAX = 1000

export function RejectDialog({ action, words, onClose, onDone }: DecisionProps) {
  const [reason, setReason] = useState('')
  const reject = useDecision(() => rejectAction(action, reason.trim()), onDone)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    reject.mutate()
  }
  return (
    <Dialog title="Reject this action?" onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Asked action={action} words={words} />
        <label className="flex flex-col gap-1 text-sm font-medium">
          Reason (optional; shown to the agent)
          <input
            ref={field}
            value={reason}
            maxLength={REASON_MAX}
            onChange={(event) => setReason(event.target.value)}
            autoComplete="off"
            className="rounded-lg border border-edge bg-surface px-3.5 py-2 text-base font-normal"
          />
        </label>
        <Problem error={reject.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={reject.isPending}>
            {reject.isPending ? 'Rejecting …' : 'Reject'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Asked({ action, words }: Pick<DecisionProps, 'action' | 'words'>) {
  return (
    <p>
      <AgentLink id={action.agentId} className="font-medium" /> for <OwnerName id={action.customerId} />:{' '}
      {words.takes ? <Money of={words.takes} className="font-semibold" /> : 'a new payee,'}
      {words.gives && (
        <>
          {' '}
          (<Money of={words.gives} />)
        </>
      )}{' '}
      {words.takes && 'to '}
      {words.to}
      {words.toDetail && `, ${words.toDetail}`}.
    </p>
  )
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="flex flex-col gap-2.5">
        <Keys of={['j', '↓']}>Next action</Keys>
        <Keys of={['k', '↑']}>Previous action</Keys>
        <Keys of={['a']}>Approve; Enter confirms</Keys>
        <Keys of={['r']}>Reject, with a reason</Keys>
        <Keys of={['Esc']}>Close the dialog</Keys>
        <Keys of={['?']}>Show this help</Keys>
      </dl>
    </Dialog>
  )
}

function Keys({ of: keys, children }: { of: readonly string[]; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      <dt className="flex w-20 gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-8 rounded-md border border-edge bg-sunken px-2 py-0.5 text-center font-mono text-sm"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
