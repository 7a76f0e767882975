/** Device codes created in this window: the service shows each once and does not store it. */
import type { DeviceCode } from '../../../api/agents.ts'
import { createStore, useStore } from '../../../api/store.ts'

/** By the id of the agent. */
const codes = createStore<Readonly<Record<string, DeviceCode>>>({})

export const holdCode = (code: DeviceCode): void => codes.set({ ...codes.get(), [code.agentId]: code })

export const useHeldCode = (agentId: string): DeviceCode | undefined => useStore(codes)[agentId]
