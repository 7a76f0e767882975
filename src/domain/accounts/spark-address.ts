/** Owns the look at where a wallet is paid. */
import type { Rows } from '../../engine/rows.ts'
import { type Account, walletAddresses } from './tables.ts'

/** @returns undefined for what is no wallet, and for a wallet that has no key yet */
export const sparkAddressOf = (rows: Rows, { id, type }: Account): string | undefined =>
  type === 'EMBEDDED_WALLET' ? rows.peek(walletAddresses, id)?.sparkAddress : undefined
