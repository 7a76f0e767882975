/** Payee listing of agents: the payees that the policy allows, without bank details. */
import type { AgentPolicy } from '../../../../../contract/agents/agent-policies.ts'
import type { AgentPayee } from '../../../../../contract/agents/agents-me.ts'
import type { Contract } from '../../../../../contract/contract.ts'
import type { QueryOf } from '../../../../../contract/operation.ts'
import { bareId, wireId } from '../../../../core/ids.ts'
import type { Pages } from '../../../../infra/db/page.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { ExternalAccount } from '../../../payments/external-accounts/external-account.ts'
import { payableAccounts } from '../../../payments/external-accounts/queries.ts'
import type { Agent } from '../../agent.ts'
import { mayPayAtAll } from '../../policies/policy.ts'

type Payee = { readonly id: string } & ({ readonly account: ExternalAccount } | { readonly umaAddress: string })

/** UMA addresses that the policy lists, then accounts, newest first. */
export function agentListPayees(
  store: Store,
  pages: Pages,
  platformId: string,
  { customerId, policy }: Agent,
  query: QueryOf<Contract['agentListPayees']>,
) {
  const listed = mayPayAtAll(policy) ? listedPayees(policy) : []
  const among = listed?.filter((payee) => payee.startsWith('ExternalAccount:')).map(bareId)
  // A cursor that begins with `uma` continues in the addresses, any other one in the accounts.
  const addresses = (query.currency === undefined ? (listed ?? []) : [])
    .filter((payee) => payee.startsWith('$'))
    .map((umaAddress) => ({ id: `uma ${umaAddress}`, umaAddress }))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
  const accounts = payableAccounts(store, platformId, customerId, { ...query, ...(among && { among }) })
  return pages.list(['agentListPayees', platformId, customerId, listed], query, {
    fetch: async (after, count): Promise<Payee[]> => {
      const left = addresses.filter(({ id }) => after === undefined || id < after)
      const found = await accounts.fetch(after?.startsWith('uma ') ? undefined : after, count)
      return [...left, ...found.map((account) => ({ id: account.id, account }))].slice(0, count)
    },
    count: async () => {
      const found = await accounts.count()
      return typeof found === 'number' ? addresses.length + found : { estimate: addresses.length + found.estimate }
    },
    present,
  })
}

/** Undefined: all external accounts of the customer. */
const listedPayees = ({ allowedPayees }: AgentPolicy): readonly string[] | undefined =>
  allowedPayees?.scope === 'LISTED' ? (allowedPayees.payees ?? []) : undefined

function present(shown: Payee): AgentPayee {
  if ('umaAddress' in shown) return { type: 'UMA_ADDRESS', umaAddress: shown.umaAddress }
  const { id, currency, accountType, accountInfo, identifier } = shown.account
  const { fullName, legalName } = (accountInfo.beneficiary ?? {}) as { fullName?: string; legalName?: string }
  const name = fullName ?? legalName
  return {
    type: 'EXTERNAL_ACCOUNT',
    externalAccountId: wireId('ExternalAccount', id),
    ...(name !== undefined && { name }),
    currency,
    accountType,
    identifierEnding: identifier.slice(-4),
  }
}
