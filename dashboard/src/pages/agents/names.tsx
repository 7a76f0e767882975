/** Names of agents and their customers, where only an id is known. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agentQuery, agentsQuery, ownerQuery, PAGE_MAX } from '../../api/agents.ts'
import { customerName } from '../../format/customer.ts'
import { ObjectLink } from '../../ui/linked-text.tsx'

/** Short form of an id whose resource was deleted. */
const tail = (id: string): string => `··${id.slice(-4)}`

export function useOwnerName(id: string): string {
  const { data, error } = useQuery(ownerQuery(id))
  if (error) return `customer ${tail(id)}`
  if (!data) return '…'
  return customerName(data)
}

export function OwnerName({ id }: { id: string }) {
  return (
    <ObjectLink id={id} className="underline decoration-edge underline-offset-2 hover:decoration-current">
      {useOwnerName(id)}
    </ObjectLink>
  )
}

/** The audit log names agents that were deleted. When the list is complete, unknown agents are not fetched. */
export function useAgentName(id: string): { readonly name: string; readonly isDeleted: boolean } {
  const { data: list } = useQuery(agentsQuery({ limit: PAGE_MAX }))
  const listed = list?.data.find((agent) => agent.id === id)
  const isBeyond = list?.hasMore === true && !listed
  const { data: beyond, error } = useQuery({ ...agentQuery(id), enabled: isBeyond })
  const isDeleted = isBeyond ? error !== null : list !== undefined && !listed
  const name = isDeleted ? `Deleted agent ${tail(id)}` : ((listed ?? beyond)?.name ?? '…')
  return { name, isDeleted }
}

export function AgentName({ id }: { id: string }) {
  return <span className="text-ink">{useAgentName(id).name}</span>
}

/** Underlined: it occurs within sentences, where colour alone does not show a link. */
export function AgentLink({ id, className = '' }: { id: string; className?: string }) {
  const { name, isDeleted } = useAgentName(id)
  if (isDeleted) return <span className={className}>{name}</span>
  return (
    <Link
      to="/agents/$id"
      params={{ id }}
      className={`rounded underline decoration-edge underline-offset-2 hover:decoration-current ${className}`}
    >
      {name}
    </Link>
  )
}
