/** Rails for tests: the sandbox's rail with some of its answers replaced, and a service that has only given rails. */
import type { Providers } from '../../src/composition/providers/providers.ts'
import type { Store } from '../../src/infra/db/store.ts'
import type { Carriage, Rail } from '../../src/providers/rails/port.ts'
import { railTable } from '../../src/providers/rails/rail-table.ts'
import { type SandboxRail, sandboxRail } from '../../src/providers/rails/sandbox.ts'

/** For `testApp`: the sandbox's rail, changed. @param changes receives the unchanged rail */
export const withRail =
  (changes: (usual: SandboxRail) => Partial<Rail>) =>
  (usual: Providers): Providers => ({ ...usual, rails: () => [{ ...sandboxRail, ...changes(sandboxRail) }] })

/** What a bank in the United States carries to us. */
export const DOLLARS_IN: Carriage = {
  direction: 'IN',
  currency: 'USD',
  accountTypes: ['USD_ACCOUNT'],
  scheme: 'WIRE',
  minAmount: 100n,
  maxAmount: 10_000_000n,
  settlement: 'at once',
  fee: 'none',
}

/** Dependencies with which stored events and accounts are presented, with the sandbox's payment instructions. */
export const readingOf = (store: Store) => ({ store, rails: railTable([sandboxRail]) })
