/** Rails for tests: the sandbox's rail with some of its answers replaced, and a service that has only given rails. */
import type { Providers } from '../../src/composition/providers/providers.ts'
import type { Rail } from '../../src/providers/rails/port.ts'
import { type SandboxRail, sandboxRail } from '../../src/providers/rails/sandbox.ts'

/** For `testApp`: the sandbox's rail, changed. @param changes given the rail as it is otherwise */
export const withRail =
  (changes: (usual: SandboxRail) => Partial<Rail>) =>
  (usual: Providers): Providers => ({ ...usual, rails: () => [{ ...sandboxRail, ...changes(sandboxRail) }] })
