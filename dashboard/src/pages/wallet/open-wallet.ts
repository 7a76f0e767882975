/** Owns which wallet is open, so that going elsewhere and back leads to it again. */
import { kept } from '../../api/kept.ts'

/** Id of its customer. */
export const openWallet = kept<string | undefined>(undefined)
