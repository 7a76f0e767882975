/** Page of an id whose resource is shown on the page of another one: finds that page and opens it. */
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { type ObjectPage, objectPage } from '../../format/object-page.ts'
import { Problem, Waiting } from '../../ui/note.tsx'

/** @throws ApiError */
async function findPage(id: string): Promise<ObjectPage | undefined> {
  switch (id.slice(0, id.indexOf(':'))) {
    case 'CardTransaction': {
      const { transaction } = await api('getCardTransactionHistory', { params: { id } })
      return { to: '/cards/$id', params: { id: transaction.cardId }, search: { purchase: id } }
    }
    case 'Verification':
      return objectPage((await api('getVerification', { params: { verificationId: id } })).customerId)
    case 'BeneficialOwner':
      return objectPage((await api('getBeneficialOwner', { params: { beneficialOwnerId: id } })).customerId)
    case 'Document':
      return findHolder((await api('getDocument', { params: { documentId: id } })).documentHolder)
    default:
      return objectPage(id)
  }
}

const findHolder = (id: string): Promise<ObjectPage | undefined> | ObjectPage | undefined =>
  id.startsWith('Customer:') ? objectPage(id) : findPage(id)

export function FoundPage() {
  const { id } = useParams({ from: '/objects/$id' })
  const { data, error } = useQuery({
    queryKey: ['object-page', id],
    queryFn: async () => (await findPage(id)) ?? null,
  })
  if (data) return <Navigate {...data} replace />
  if (data === null) return <Problem error={new Error(`${id} has no page.`)} />
  return error ? <Problem error={error} /> : <Waiting lines={6} />
}
