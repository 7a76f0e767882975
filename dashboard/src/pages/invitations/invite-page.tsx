/** Page on which a customer's invitation is created. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { customerQuery } from '../../api/customers.ts'
import { overviewQuery } from '../../api/queries.ts'
import { decimalsOf } from '../../format/currency.ts'
import { customerName } from '../../format/customer.ts'
import { parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'

export function InvitePage() {
  const { id } = useParams({ from: '/customers/$id/invite' })
  const { data: customer, error } = useQuery(customerQuery(id))
  const { data: overview } = useQuery(overviewQuery)
  // Without their own list a customer has the platform's currencies, whose first one the API takes.
  const currency = customer?.currencies?.[0]
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <title>Invite someone · Causeway</title>
      <Problem error={error} />
      {!customer && !error && <Waiting lines={6} />}
      {customer && (
        <>
          <div>
            <p className="text-sm text-muted">
              <Link to="/customers/$id" params={{ id }} className="rounded hover:text-ink hover:underline">
                {customerName(customer)}
              </Link>
            </p>
            <h1 className="text-2xl font-semibold tracking-tight">Invite someone</h1>
            <p className="mt-1 text-muted">
              On behalf of {customer.umaAddress}. {overview?.platform.name ?? 'The platform'} is notified when the
              invitation is claimed; no payment is made because of it.
            </p>
          </div>
          <InvitationForm inviterUma={customer.umaAddress} currency={currency} />
        </>
      )}
    </div>
  )
}

function InvitationForm({ inviterUma, currency }: { inviterUma: string; currency: string | undefined }) {
  const navigate = useNavigate()
  const [firstName, setFirstName] = useState('')
  const [amount, setAmount] = useState('')
  const minor = currency && amount ? parseMajor(amount, decimalsOf(currency)) : undefined
  const amountFault = amount && !minor ? 'This is not an amount of the currency.' : undefined
  const create = useMutation({
    mutationFn: () =>
      api('createInvitation', {
        body: { inviterUma, ...(firstName && { firstName }), ...(minor && { amountToSend: minor }) },
      }),
    onSuccess: ({ code }) => navigate({ to: '/invitations/$code', params: { code } }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!amountFault) create.mutate()
  }
  return (
    <Card title="Invitation">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 pt-1">
        <TextField label="First name of the invited person (optional)" value={firstName} onChange={setFirstName} />
        {currency && (
          <AmountField
            label="Amount that is promised (optional)"
            currency={currency}
            value={amount}
            onChange={setAmount}
            fault={amountFault}
          />
        )}
        <Problem error={create.error} />
        <Button type="submit" look="primary" disabled={create.isPending} className="self-start max-sm:w-full">
          {create.isPending ? 'Creating …' : 'Create the invitation'}
        </Button>
      </form>
    </Card>
  )
}
