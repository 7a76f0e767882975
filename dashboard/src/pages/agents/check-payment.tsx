/** Policy check: the policy's decision about a payment. Nothing is executed, counted or recorded. */
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { AgentPolicyQuestion } from '../../../../contract/agents/agent-policies.ts'
import type { Agent } from '../../../../contract/agents/agents.ts'
import { askPolicy, type Holding } from '../../api/agents.ts'
import { formatMinor, parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Problem } from '../../ui/note.tsx'
import { DecisionMark, RuleName } from './decision.tsx'
import { accountName, fundedFirst } from './policy/account-fields.tsx'
import { LimitField } from './policy/limit-field.tsx'

const QUESTIONS: Readonly<Record<AgentPolicyQuestion['type'], string>> = {
  TRANSFER_OUT: 'Transfer out',
  TRANSFER_IN: 'Transfer in',
  EXECUTE_QUOTE: 'Execute a quote',
}

export function CheckPayment({ agent, accounts }: { agent: Agent; accounts: readonly Holding[] }) {
  const [type, setType] = useState<AgentPolicyQuestion['type']>('TRANSFER_OUT')
  const [chosen, setChosen] = useState<string>()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const ordered = fundedFirst(accounts)
  const account = accounts.find(({ id }) => id === chosen) ?? ordered[0]
  const ask = useMutation({ mutationFn: (question: AgentPolicyQuestion) => askPolicy(agent.id, question) })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!account) return
    const amount = parseMajor(text, account.balance.currency.decimals)
    setFault(amount ? undefined : 'Enter an amount above zero.')
    if (amount) ask.mutate({ type, accountId: account.id as AgentPolicyQuestion['accountId'], amount })
  }
  const { data: answer } = ask
  return (
    <Card title="Check a payment">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <SelectField label="What" value={type} onChange={(value) => setType(value as typeof type)}>
            {Object.entries(QUESTIONS).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </SelectField>
          <SelectField label="Account" value={account?.id ?? ''} onChange={setChosen}>
            {ordered.map((one) => (
              <option key={one.id} value={one.id}>
                {accountName(one)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="flex items-start gap-3">
          <LimitField
            label="Amount, fees included"
            currency={account?.balance.currency.code ?? ''}
            value={text}
            fault={fault}
            onChange={setText}
          />
          <Button type="submit" className="mt-6" disabled={ask.isPending || !account}>
            Evaluate policy
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4">
        <Problem error={ask.error} />
        {answer && (
          <section aria-label="Answer" className="flex animate-arrive flex-col gap-1.5 rounded-xl bg-sunken px-4 py-3">
            <p className="flex flex-wrap items-center gap-2.5">
              <DecisionMark of={answer.decision} />
              {answer.rule && <RuleName of={answer.rule} />}
            </p>
            <p>{answer.message}.</p>
            <p className="text-sm text-muted">
              It would count as {formatMinor(answer.amount.amount, answer.amount.currency.decimals)}{' '}
              {answer.amount.currency.code}.
            </p>
          </section>
        )}
      </div>
      <p className="mt-3 text-sm text-muted">Evaluates the current policy. Nothing is executed, counted or recorded.</p>
    </Card>
  )
}
