/** Page that creates an agent: name, customer and policy. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { createAgent } from '../../api/agents.ts'
import { holdingsQuery } from '../../api/cards.ts'
import { customersQuery } from '../../api/external-accounts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { holdCode } from './connect/held-codes.ts'
import { accountName } from './policy/account-fields.tsx'
import { draftOf, FIRST_POLICY, readDraft } from './policy/draft.ts'
import { Meaning } from './policy/meaning.tsx'
import { payeeName, usePayees } from './policy/payees.ts'
import { PolicyFields } from './policy/policy-fields.tsx'

export function NewAgentPage() {
  const { data, error } = useQuery(customersQuery)
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-5">
      <title>New agent · Causeway</title>
      <div>
        <p className="text-sm text-muted">
          <Link to="/agents" search={{}} className="rounded hover:text-ink hover:underline">
            Agents
          </Link>
        </p>
        <h1 className="text-2xl font-semibold tracking-tight">Create an agent</h1>
      </div>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data?.data.length === 0 && NO_CUSTOMER}
      {data && data.data.length > 0 && <NewAgent customers={data.data} />}
    </div>
  )
}

const NO_CUSTOMER = (
  <Empty
    title="No customers yet"
    action={
      <Link to="/customers/new" search={{}} className={buttonClass({ look: 'primary' })}>
        Create a customer
      </Link>
    }
  >
    An agent acts for a customer. Create one first.
  </Empty>
)

const nameOf = (customer: Customer): string =>
  (customer.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer.fullName) ??
  customer.platformCustomerId

function NewAgent({ customers }: { customers: readonly Customer[] }) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [draft, setDraft] = useState(() => draftOf(FIRST_POLICY))
  const [isTried, setTried] = useState(false)
  const customer = customers.find(({ id }) => id === chosen) ?? customers[0]
  const { data: accounts = [] } = useQuery(holdingsQuery(customer?.id))
  const payees = usePayees(customer?.id)
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = useMutation({
    mutationFn: createAgent,
    onSuccess: async ({ agent, deviceCode }) => {
      holdCode(deviceCode)
      await client.invalidateQueries()
      await navigate({ to: '/agents/$id', params: { id: agent.id } })
    },
  })
  const read = readDraft(draft)
  const nameFault = name.trim() === '' ? 'Enter a name.' : undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (customer && 'policy' in read && !nameFault)
      create.mutate({ name: name.trim(), customerId: customer.id, policy: read.policy })
  }
  const names = {
    agent: name.trim() || 'The agent',
    customer: customer ? nameOf(customer) : 'the customer',
    account: (id: string) => {
      const account = accounts.find((one) => one.id === id)
      return account ? `the ${accountName(account)}` : 'an account'
    },
    payee: payeeName(payees),
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Card title="Agent">
        <div className="flex flex-wrap items-start gap-4">
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            placeholder="Travel assistant"
            fault={isTried ? nameFault : undefined}
          />
          <SelectField
            label="Acts for"
            value={customer?.id ?? ''}
            onChange={(id) => {
              setChosen(id)
              setDraft({ ...draft, allowed: null, rules: {}, payees: [] })
            }}
          >
            {customers.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </SelectField>
        </div>
      </Card>
      <Card title="Policy">
        <div className="flex flex-col gap-6">
          {'policy' in read && <Meaning policy={read.policy} names={names} />}
          <PolicyFields
            draft={draft}
            faults={'faults' in read ? read.faults : {}}
            accounts={accounts}
            payees={payees}
            onChange={(changes) => setDraft({ ...draft, ...changes })}
          />
        </div>
      </Card>
      <Problem error={create.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={create.isPending} className="max-sm:w-full">
          {create.isPending ? 'Creating …' : 'Create the agent'}
        </Button>
        <p className="text-sm text-muted">Its device code is shown next, once.</p>
      </div>
    </form>
  )
}
