/** Pages of resources, by their ids. */

export interface ObjectPage {
  readonly to: string
  readonly params: { readonly id: string }
  readonly search: Readonly<Record<string, string>>
}

/** The typed id of a resource: `Customer:019542f5-b3e7-7d02-8000-000000000001`. */
export const TYPED_ID = /[A-Z][A-Za-z]+:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

const PAGES: Readonly<Record<string, string>> = {
  Customer: '/customers/$id',
  Transaction: '/payments/$id',
  InternalAccount: '/balances/$id',
  ExternalAccount: '/accounts/$id',
  Quote: '/quotes/$id',
  Card: '/cards/$id',
  Agent: '/agents/$id',
  Webhook: '/events/$id',
  ApiRequest: '/requests/$id',
  // Shown on the page of another resource, which has to be looked up.
  CardTransaction: '/objects/$id',
  Verification: '/objects/$id',
  BeneficialOwner: '/objects/$id',
  Document: '/objects/$id',
}
/** Pages that take the id as a parameter of this name. */
const SEARCHED: Readonly<Record<string, { readonly to: string; readonly name: string }>> = {
  AgentAction: { to: '/agents/approvals', name: 'action' },
  Job: { to: '/customers/import', name: 'job' },
}

/** @returns undefined: the resource has no page */
export function objectPage(id: string): ObjectPage | undefined {
  const kind = id.slice(0, id.indexOf(':'))
  const searched = SEARCHED[kind]
  if (searched) return { to: searched.to, params: { id }, search: { [searched.name]: id } }
  const to = PAGES[kind]
  return to === undefined ? undefined : { to, params: { id }, search: {} }
}
