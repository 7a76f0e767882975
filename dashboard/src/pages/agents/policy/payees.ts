/** The external accounts of a customer by their names, for policies that name payees. */
import { useQuery } from '@tanstack/react-query'
import { PAGE_MAX } from '../../../api/agents.ts'
import { externalAccountsQuery } from '../../../api/external-accounts.ts'
import { partiesQuery } from '../../../api/queries.ts'
import type { NamedPayee } from './draft.ts'

/** The newest ones. */
export function usePayees(customerId: string | undefined): readonly NamedPayee[] {
  const { data } = useQuery({
    ...externalAccountsQuery({ owner: 'customers', customerId, limit: PAGE_MAX }),
    enabled: customerId !== undefined,
  })
  const ids = (data?.data ?? []).filter((account) => account.customerId === customerId).map(({ id }) => id)
  const { data: parties = [] } = useQuery(partiesQuery(ids))
  return ids.map((id) => {
    const party = parties.find((one) => one.id === id)
    return { id, name: party ? `${party.name} · ${party.detail}` : '…' }
  })
}

export const payeeName =
  (payees: readonly NamedPayee[]) =>
  (id: string): string =>
    payees.find((payee) => payee.id === id)?.name ?? 'an external account'
