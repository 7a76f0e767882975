/** Plan that the processes of the soak test share. */
import type { Address, Hex } from 'viem'

export interface SoakPlan {
  readonly databaseUrl: string
  readonly rpcUrl: string
  readonly token: Address
  readonly key: Hex
  readonly payouts: number
}

/** A recipient of its own for each payout, so that a second transfer shows. */
export const soakRecipient = (i: number): Address => `0x50a4${i.toString(16).padStart(36, '0')}`
