/** Beneficial owners of a business. */
import { useState } from 'react'
import type { BeneficialOwner } from '../../../../../contract/customers/beneficial-owners.ts'
import type { Customer } from '../../../../../contract/customers/customers.ts'
import { choiceWord } from '../../../format/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Status } from '../../../ui/status.tsx'
import { OwnerDialog } from './owner-dialog.tsx'

interface OwnersCardProps {
  readonly customer: Extract<Customer, { customerType: 'BUSINESS' }>
  readonly isSandbox: boolean
}

export const ownerName = ({ personalInfo: { firstName, lastName } }: BeneficialOwner): string =>
  `${firstName} ${lastName}`

export function OwnersCard({ customer, isSandbox }: OwnersCardProps) {
  const [edited, setEdited] = useState<BeneficialOwner | 'new'>()
  const owners = customer.beneficialOwners ?? []
  return (
    <Card
      title="Beneficial owners"
      aside={
        !customer.isDeleted && (
          <Button data-needs="MANAGE" look="quiet" size="small" onClick={() => setEdited('new')}>
            Add an owner
          </Button>
        )
      }
    >
      {owners.length === 0 && <p className="py-1 text-muted">None yet: the persons who own or control the business.</p>}
      <ul className="divide-y divide-line">
        {owners.map((owner) => (
          <li key={owner.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="block font-medium">{ownerName(owner)}</span>
              <span className="block text-sm text-muted">
                {owner.roles.map(choiceWord).join(', ')} · owns {owner.ownershipPercentage} %
              </span>
            </span>
            <span className="flex items-center gap-2">
              <Status of={owner.kycStatus} />
              {!customer.isDeleted && (
                <Button
                  data-needs="MANAGE"
                  look="quiet"
                  size="small"
                  aria-label={`Edit ${ownerName(owner)}`}
                  onClick={() => setEdited(owner)}
                >
                  Edit
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {edited && (
        <OwnerDialog
          customerId={customer.id}
          before={edited === 'new' ? undefined : edited}
          isSandbox={isSandbox}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}
