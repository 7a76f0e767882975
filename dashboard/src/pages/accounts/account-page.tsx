/** Page of one external account. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { nameOf } from '../../../../contract/payments/external-accounts/account-forms.ts'
import type { ExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { externalAccountQuery } from '../../api/external-accounts.ts'
import { partiesQuery } from '../../api/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Fact } from '../../ui/fact.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { detailsOf, railWord, titleOf, VERIFICATIONS } from './facts.ts'

export function AccountPage() {
  const { id } = useParams({ from: '/accounts/$id' })
  const { of, added } = useSearch({ from: '/accounts/$id' })
  const { data, error } = useQuery(externalAccountQuery(of, id))
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <title>{data ? `${titleOf(data)} · Causeway` : 'Account · Causeway'}</title>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data && <Account account={data} isNew={added !== undefined} />}
    </div>
  )
}

function Account({ account, isNew }: { account: ExternalAccount; isNew: boolean }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const { data: [party] = [] } = useQuery(partiesQuery([account.id]))
  const { accountInfo, currency, customerId, status } = account
  return (
    <>
      <div>
        <p className="text-sm text-muted">
          <Link
            to="/accounts"
            search={{ of: customerId ? undefined : 'platform' }}
            className="rounded hover:text-ink hover:underline"
          >
            External accounts
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{titleOf(account)}</h1>
          <Status of={status} />
        </div>
        <p className="mt-1 text-muted">
          {nameOf(accountInfo.accountType)} · {currency}
        </p>
      </div>
      {isNew && (
        <p role="status" className="rounded-lg bg-done-soft px-4 py-2.5 text-done">
          The account was added.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {status === 'ACTIVE' && (
          <Link
            to="/payments/new"
            search={{ to: account.id }}
            className={`${buttonClass({ look: 'primary' })} max-sm:w-full`}
          >
            Pay this account
          </Link>
        )}
        <Button data-needs="MANAGE" onClick={() => setDeleting(true)} className="max-sm:w-full">
          Delete
        </Button>
      </div>
      <Verification account={account} />
      <Card title="Account">
        <dl className="flex flex-col gap-1">
          {detailsOf(account).map(({ label, value }) => (
            <Fact key={label} name={label}>
              <Copyable text={value} label={label} />
            </Fact>
          ))}
          {'paymentRails' in accountInfo && (
            <Fact name="Payment rails">{accountInfo.paymentRails.map(railWord).join(', ')}</Fact>
          )}
          <Fact name="Owner">
            <ObjectLink id={customerId} className="text-accent hover:underline">
              {party?.ownerName ?? '…'}
            </ObjectLink>
          </Fact>
          {account.defaultUmaDepositAccount && <Fact name="Default for UMA deposits">Yes</Fact>}
          {account.platformAccountId && (
            <Fact name="Your id">
              <Copyable text={account.platformAccountId} label="Your id" />
            </Fact>
          )}
          <Fact name="Id">
            <Copyable text={account.id} label="Id" />
          </Fact>
        </dl>
      </Card>
      {isDeleting && (
        <DeleteDialog
          account={account}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate({ to: '/accounts', search: { of: customerId ? undefined : 'platform' } })}
        />
      )}
    </>
  )
}

const LOOKS: Readonly<Record<string, string>> = {
  MATCHED: 'bg-done-soft text-done',
  NOT_MATCHED: 'bg-bad-soft text-bad',
}

function Verification({
  account: { beneficiaryVerificationStatus: status, beneficiaryVerifiedData },
}: {
  account: ExternalAccount
}) {
  if (!status) return null
  const { word, means } = VERIFICATIONS[status]
  const known = beneficiaryVerifiedData?.fullName
  return (
    <section
      aria-label="Beneficiary verification"
      className={`rounded-2xl px-5 py-3.5 ${LOOKS[status] ?? 'bg-sunken'}`}
    >
      <p className="font-medium">{word}</p>
      <p>
        {means}
        {known && ` It says: ${known}.`}
      </p>
    </section>
  )
}
