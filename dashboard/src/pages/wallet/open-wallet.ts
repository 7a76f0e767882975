/** Wallet that is open, so that navigation returns to it. */
import { createStore } from '../../api/store.ts'

/** Id of its customer. */
export const openWallet = createStore<string | undefined>(undefined)
