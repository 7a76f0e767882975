/** Choice of a wallet: an existing one, or a new customer's. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { partiesQuery } from '../../api/queries.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { WALLETS_SHOWN, walletsQuery } from '../../api/wallet.ts'
import { shownTotal } from '../../format/total.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { ErrorBanner } from './signing/error-banner.tsx'
import { useWalletMutation } from './signing/wallet-mutation.ts'

export function WalletChoice() {
  return (
    <>
      <Card title="Choose a wallet">
        <WalletList />
      </Card>
      <Card title="Or create a new one">
        <NewCustomer />
      </Card>
    </>
  )
}

function WalletList() {
  const { data, error } = useQuery(walletsQuery())
  const { data: parties = [] } = useQuery(partiesQuery(data?.data.map(({ id }) => id) ?? []))
  if (error) return <Problem error={error} />
  if (!data) return <Waiting lines={3} />
  if (data.data.length === 0)
    return (
      <Empty isCompact title="No wallets yet">
        Create a customer below to get a wallet.
      </Empty>
    )
  return (
    <>
      <ul className="-mx-3 flex max-h-96 flex-col overflow-y-auto">
        {data.data.map(({ id, customerId, balance }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Link
              to="/wallet"
              search={{ customer: customerId }}
              className="flex items-center justify-between gap-4 rounded-lg px-3 py-3 hover:bg-sunken"
            >
              <span className="truncate font-medium">
                {parties.find((party) => party.id === id)?.name ?? customerId}
              </span>
              <span className="flex items-center gap-3">
                <Money of={balance} />
                <Icon name="arrow" className="text-muted" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data.hasMore && (
        <p className="pt-3 text-sm text-muted">
          Showing {WALLETS_SHOWN} of {shownTotal(data)}. To open another one, add ?customer= and its id to the address.
        </p>
      )}
    </>
  )
}

function NewCustomer() {
  const navigate = useNavigate({ from: '/wallet' })
  const [fullName, setFullName] = useState('')
  const [email, setEmail] = useState('')
  const create = useWalletMutation(
    () => recordedApi('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName, ...(email && { email }) } }),
    ({ id }) => navigate({ search: { customer: id } }),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">The sandbox approves individuals immediately and creates their wallet.</p>
      <div className="flex gap-4 max-sm:flex-col">
        <TextField label="Full name" value={fullName} onChange={setFullName} placeholder="Grace Roe" />
        <TextField
          label="Email (optional)"
          type="email"
          value={email}
          onChange={setEmail}
          placeholder="grace@example.com"
        />
      </div>
      <ErrorBanner error={create.error} />
      <Button type="submit" disabled={create.isPending || fullName.trim() === ''} className="self-start max-sm:w-full">
        {create.isPending ? 'Creating …' : 'Create a customer'}
      </Button>
    </form>
  )
}
