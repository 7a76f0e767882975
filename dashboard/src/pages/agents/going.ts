/** Owns the moment in which an agent is deleted: what is on its page asks for it no more. */
import { useIsMutating } from '@tanstack/react-query'

export const deletionKey = (agentId: string) => ['delete-agent', agentId]

export const useIsGoing = (agentId: string): boolean => useIsMutating({ mutationKey: deletionKey(agentId) }) > 0
