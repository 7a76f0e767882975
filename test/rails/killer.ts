/** End of a process at a call to the store or the network, for the contract of rails. */
import type { Store } from '../../src/infra/db/store.ts'

/** Ends a process at a call to the store or the network: that call and all later ones fail. */
export function killer() {
  let calls = 0
  let killAt = 0
  let isAfter = false
  let isDead = false
  const at = (): 'BEFORE' | 'AFTER' | undefined => {
    if (isDead) return 'BEFORE'
    if (killAt === 0 || ++calls !== killAt) return undefined
    isDead = true
    return isAfter ? 'AFTER' : 'BEFORE'
  }
  const through = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const when = at()
    if (when === 'BEFORE') throw new Error('killed')
    const result = await work()
    if (when === 'AFTER') throw new Error('killed')
    return result
  }
  return {
    at,
    over: (store: Store): Pick<Store, 'query' | 'transaction'> => ({
      query: (text, values, name) => through(() => store.query(text, values, name)),
      transaction: (work) => through(() => store.transaction(work)),
    }),
    arm(call: number, after: boolean) {
      calls = 0
      killAt = call
      isAfter = after
    },
    disarm() {
      const wasKilled = isDead
      killAt = 0
      isDead = false
      return wasKilled
    },
  }
}
