/** Owns how agents and their customers are called, wherever only an id is known. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agentQuery, ownerQuery } from '../../api/agents.ts'

/** What can be told of a thing that is not there any more. */
const tail = (id: string): string => `··${id.slice(-4)}`

export function useOwnerName(id: string): string {
  const { data, error } = useQuery(ownerQuery(id))
  if (error) return `customer ${tail(id)}`
  if (!data) return '…'
  if (data.customerType === 'BUSINESS') return data.businessInfo?.legalName ?? data.platformCustomerId
  return data.fullName ?? data.platformCustomerId
}

export function OwnerName({ id }: { id: string }) {
  return <>{useOwnerName(id)}</>
}

export function AgentLink({ id, className = '' }: { id: string; className?: string }) {
  const { data, error } = useQuery(agentQuery(id))
  if (error) return <span className={className}>Deleted agent {tail(id)}</span>
  return (
    <Link to="/agents/$id" params={{ id }} className={`rounded hover:underline ${className}`}>
      {data?.name ?? '…'}
    </Link>
  )
}
