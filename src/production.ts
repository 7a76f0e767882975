/** Owns production: connections to the real outside world. Nothing of the sandbox is within its reach. */
import type { Logger } from 'pino'
import type { Outside } from './app.ts'
import type { Clock } from './core/clock.ts'
import { manualIdentity } from './providers/identity/manual.ts'
import { httpRates } from './providers/rates/http.ts'

/** No rail connector is built yet: money moves between internal accounts, and payouts answer 501. */
export const productionOutside = (clock: Clock, log: Logger, ratesUrl: string): Outside => ({
  rails: undefined,
  rates: httpRates(ratesUrl, clock, (error) => log.warn({ err: error }, 'fetching exchange rates failed')),
  identity: manualIdentity,
  uma: undefined,
  allowLoopback: false,
  sandbox: undefined,
})
