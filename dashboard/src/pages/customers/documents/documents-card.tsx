/** Documents of a customer and their beneficial owners: uploaded, replaced, deleted. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer } from '../../../../../contract/customers/customers.ts'
import type { Document } from '../../../../../contract/customers/documents.ts'
import { api } from '../../../api/client.ts'
import { documentsQuery } from '../../../api/customers.ts'
import { customerName } from '../../../format/customer.ts'
import { choiceWord } from '../../../format/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Ago } from '../../../ui/moment.tsx'
import { Problem, Waiting } from '../../../ui/note.tsx'
import { ownerName } from '../owners/owners-card.tsx'
import { DocumentDialog, type Holder } from './document-dialog.tsx'

export function DocumentsCard({ customer }: { customer: Customer }) {
  const client = useQueryClient()
  const [edited, setEdited] = useState<Document | 'new'>()
  const owners = customer.customerType === 'BUSINESS' ? (customer.beneficialOwners ?? []) : []
  const holders: Holder[] = [
    { id: customer.id, name: customerName(customer) },
    ...owners.map((owner) => ({ id: owner.id, name: ownerName(owner) })),
  ]
  const { data, error } = useQuery(documentsQuery(holders.map(({ id }) => id)))
  const remove = useMutation({
    mutationFn: (id: string) => api('deleteDocument', { params: { documentId: id } }),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <Card
      title="Documents"
      aside={
        !customer.isDeleted && (
          <Button data-needs="MANAGE" look="quiet" size="small" onClick={() => setEdited('new')}>
            Upload a document
          </Button>
        )
      }
    >
      <Problem error={remove.error ?? error} />
      {!data && !error && <Waiting lines={2} />}
      {data?.length === 0 && <p className="py-1 text-muted">None yet.</p>}
      <ul className="divide-y divide-line">
        {data?.map((document) => (
          <li key={document.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="block font-medium">
                {choiceWord(document.documentType)}
                {document.side && `, ${document.side.toLowerCase()}`} · {document.country}
              </span>
              <span className="block truncate text-sm text-muted">
                {document.documentHolder !== customer.id &&
                  `${holders.find(({ id }) => id === document.documentHolder)?.name} · `}
                {document.fileName} · <Ago moment={document.createdAt} />
              </span>
            </span>
            {!customer.isDeleted && (
              <span className="flex gap-1">
                <Button
                  data-needs="MANAGE"
                  look="quiet"
                  size="small"
                  aria-label={`Replace ${document.fileName}`}
                  onClick={() => setEdited(document)}
                >
                  Replace
                </Button>
                <Button
                  data-needs="MANAGE"
                  look="quiet"
                  size="small"
                  aria-label={`Delete ${document.fileName}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(document.id)}
                >
                  Delete
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <DocumentDialog
          holders={holders}
          before={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}
