/** Owns the sandbox: what stands in for the outside world. Production never loads this file or what it imports. */
import type { Outside } from './app.ts'
import type { Clock } from './core/clock.ts'
import { sandboxApi } from './domain/sandbox/api.ts'
import { sandboxIdentity } from './providers/identity/sandbox.ts'
import { sandboxRails } from './providers/rails/sandbox.ts'
import { sandboxRates } from './providers/rates/sandbox.ts'

export const sandboxOutside = (clock: Clock): Outside => ({
  rails: sandboxRails,
  rates: sandboxRates(clock),
  identity: sandboxIdentity,
  allowLoopback: true,
  sandbox: sandboxApi(),
})
