/** Wallet that is open, so that navigation returns to it. */
import { kept } from '../../api/kept.ts'

/** Id of its customer. */
export const openWallet = kept<string | undefined>(undefined)
