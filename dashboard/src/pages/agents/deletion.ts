/** Agents that are being deleted: their pages stop fetching them. */
import { useIsMutating } from '@tanstack/react-query'

export const deletionKey = (agentId: string) => ['delete-agent', agentId]

export const useIsBeingDeleted = (agentId: string): boolean => useIsMutating({ mutationKey: deletionKey(agentId) }) > 0
