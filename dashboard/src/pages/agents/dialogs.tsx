/** Confirmations before an agent is paused or deleted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Agent } from '../../../../contract/agents/agents.ts'
import { deleteAgent, updateAgent } from '../../api/agents.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/note.tsx'
import { deletionKey } from './deletion.ts'

interface AgentDialogProps {
  readonly agent: Agent
  readonly onClose: () => void
}

/** Kill switch: after the reply, the agent starts nothing new. */
export function StopDialog({ agent, onClose }: AgentDialogProps) {
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => updateAgent(agent.id, { isPaused: true }),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries()
    },
  })
  return (
    <Question
      title={`Stop ${agent.name} now?`}
      confirm={stop.isPending ? 'Stopping …' : 'Stop now'}
      cancel="Cancel"
      mutation={stop}
      onClose={onClose}
    >
      Every action of {agent.name} is refused from now on, and pending actions fail when approved. Payments in progress
      continue. You can resume the agent at any time.
    </Question>
  )
}

export function DeleteDialog({ agent, onClose }: AgentDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationKey: deletionKey(agent.id),
    mutationFn: () => deleteAgent(agent.id),
    onSuccess: async () => {
      onClose()
      await navigate({ to: '/agents', search: {} })
      client.removeQueries({ queryKey: ['agent-history', agent.id] })
      await client.invalidateQueries()
    },
  })
  return (
    <Question
      title={`Delete ${agent.name}?`}
      confirm={remove.isPending ? 'Deleting …' : 'Delete permanently'}
      cancel="Cancel"
      mutation={remove}
      onClose={onClose}
    >
      Its access token and device codes stop working immediately, and its pending actions are discarded. Payments in
      progress continue. The audit log keeps all entries. This cannot be undone.
    </Question>
  )
}

interface QuestionProps {
  readonly title: string
  readonly confirm: string
  readonly cancel: string
  readonly mutation: { mutate: () => void; isPending: boolean; error: Error | null }
  readonly onClose: () => void
  readonly children: ReactNode
}

function Question({ title, confirm, cancel, mutation, onClose, children }: QuestionProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">{children}</p>
        <Problem error={mutation.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{cancel}</Button>
          <Button ref={button} look="danger" disabled={mutation.isPending} onClick={() => mutation.mutate()}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
