/** Editor of an agent's policy. The summary follows the draft; nothing takes effect until it is saved. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '../../../../../contract/agents/agents.ts'
import { type Holding, updatePolicy } from '../../../api/agents.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Problem } from '../../../ui/note.tsx'
import { accountName } from './account-fields.tsx'
import { draftOf, patchBetween, readDraft } from './draft.ts'
import { Meaning } from './meaning.tsx'
import { payeeName, usePayees } from './payees.ts'
import { PolicyFields } from './policy-fields.tsx'

interface PolicyCardProps {
  readonly agent: Agent
  readonly customer: string
  readonly accounts: readonly Holding[]
}

export function PolicyCard({ agent, customer, accounts }: PolicyCardProps) {
  const { policy } = agent
  const payees = usePayees(agent.customerId)
  const [base, setBase] = useState(policy)
  const [draft, setDraft] = useState(() => draftOf(policy))
  const client = useQueryClient()
  const load = (fresh: Agent['policy']) => {
    setBase(fresh)
    setDraft(draftOf(fresh))
  }
  const read = readDraft(draft, base)
  const patch = 'policy' in read ? patchBetween(base, read.policy) : undefined
  const isDirty = patch === undefined || Object.keys(patch).length > 0
  const isOutdated = JSON.stringify(policy) !== JSON.stringify(base)
  if (isOutdated && !isDirty) load(policy)
  const save = useMutation({
    mutationFn: () => updatePolicy(agent.id, patch ?? {}),
    onSuccess: (saved) => {
      load(saved.policy)
      client.setQueryData(['agent', agent.id], saved)
      return client.invalidateQueries()
    },
  })
  const names = {
    agent: agent.name,
    customer,
    account: (id: string) => {
      const account = accounts.find((one) => one.id === id)
      return account ? `the ${accountName(account)}` : 'an account'
    },
    payee: payeeName(payees),
  }
  return (
    <Card title="Policy">
      <div className="flex flex-col gap-6">
        <Meaning policy={'policy' in read ? read.policy : base} names={names} />
        <PolicyFields
          draft={draft}
          faults={'faults' in read ? read.faults : {}}
          accounts={accounts}
          payees={payees}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
        {isOutdated && isDirty && (
          <p role="status" className="flex flex-wrap items-center gap-3 rounded-lg bg-wait-soft px-4 py-2.5 text-wait">
            The policy has been changed in the meantime.
            <Button size="small" onClick={() => load(policy)}>
              Discard my changes and reload
            </Button>
          </p>
        )}
        <Problem error={save.error} />
        <div data-needs="MANAGE" className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button
            look="primary"
            disabled={!isDirty || patch === undefined || save.isPending}
            onClick={() => save.mutate()}
            className="max-sm:w-full"
          >
            {save.isPending ? 'Saving …' : 'Save policy'}
          </Button>
          {isDirty && (
            <Button look="quiet" onClick={() => load(policy)} className="max-sm:w-full">
              Discard changes
            </Button>
          )}
          <p role="status" className="text-sm text-muted">
            {isDirty ? 'Unsaved changes: the previous policy is still in effect.' : 'This policy is in effect.'}
          </p>
        </div>
      </div>
    </Card>
  )
}
