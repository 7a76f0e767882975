/** Verification of a customer: status, what is missing, submission, and a link for the customer. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { customerLifecycle } from '../../../../contract/customers/customer-lifecycle.ts'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { verificationLifecycle } from '../../../../contract/customers/verification-lifecycle.ts'
import type { Verification } from '../../../../contract/customers/verifications.ts'
import { api } from '../../api/client.ts'
import { verificationsQuery } from '../../api/customers.ts'
import { verificationStatus } from '../../format/customer.ts'
import { choiceWord } from '../../format/words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { BusinessOutcomes } from './outcomes.tsx'

interface VerificationCardProps {
  readonly customer: Customer
  readonly isSandbox: boolean
}

export function VerificationCard({ customer, isSandbox }: VerificationCardProps) {
  const client = useQueryClient()
  const { data: [latest] = [] } = useQuery(verificationsQuery(customer.id))
  const status = verificationStatus(customer) as keyof typeof customerLifecycle.states
  const onSettled = () => client.invalidateQueries()
  const submit = useMutation({
    mutationFn: () => api('createVerification', { body: { customerId: customer.id } }),
    onSettled,
  })
  const link = useMutation({
    mutationFn: () => api('createCustomerKycLink', { params: { customerId: customer.id } }),
  })
  const isOpen = status !== 'APPROVED'
  const isBusiness = customer.customerType === 'BUSINESS'
  return (
    <Card title={isBusiness ? 'KYB' : 'KYC'} aside={<Status of={status} />}>
      <div className="flex flex-col gap-3">
        <p>{customerLifecycle.states[status]}</p>
        {latest && <Latest verification={latest} />}
        {isOpen && (
          <div data-needs="MANAGE" className="flex flex-wrap gap-2">
            {status !== 'PENDING' && (
              <Button look="primary" disabled={submit.isPending} onClick={() => submit.mutate()}>
                {submit.isPending ? 'Submitting …' : 'Submit for verification'}
              </Button>
            )}
            <Button disabled={link.isPending} onClick={() => link.mutate()}>
              Create a verification link
            </Button>
          </div>
        )}
        {link.data && isOpen && (
          <div className="rounded-xl bg-sunken px-4 py-3">
            <p>
              <a href={link.data.kycUrl} target="_blank" rel="noreferrer" className="text-accent underline">
                Open the verification page
              </a>{' '}
              <span className="text-sm text-muted">
                It works once, and ends <Ago moment={link.data.expiresAt} />.
              </span>
            </p>
            <Copyable text={link.data.kycUrl} label="verification link" />
          </div>
        )}
        <Problem error={submit.error ?? link.error} />
        {isSandbox && isBusiness && isOpen && <BusinessOutcomes />}
      </div>
    </Card>
  )
}

function Latest({ verification: { verificationStatus: status, errors, updatedAt } }: { verification: Verification }) {
  const about = verificationLifecycle.states[status as keyof typeof verificationLifecycle.states]
  return (
    <div className="text-sm">
      <p className="text-muted">
        Latest verification: {choiceWord(status)}, <Ago moment={updatedAt} />. {status !== 'APPROVED' && about}
      </p>
      {errors.length > 0 && (
        <ul className="mt-2 flex flex-col gap-1.5">
          {errors.map((error) => (
            <li
              key={`${error.type} ${error.field} ${error.resourceId}`}
              className="rounded-lg bg-bad-soft px-3 py-2 text-bad"
            >
              <span className="font-medium">{choiceWord(error.type)}</span>
              {error.field && <code className="ml-2 font-mono text-[0.85em]">{error.field}</code>}
              <span className="block">{error.reason}</span>
              {error.acceptedDocumentTypes && (
                <span className="block">One of: {error.acceptedDocumentTypes.map(choiceWord).join(', ')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
