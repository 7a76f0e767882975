/**
 * Rails as the domain uses them: routed, and behind the payout gate, which also screens counterparties where that is
 * configured.
 */
import type { Logger } from 'pino'
import { type TravelRuleNeeds, travelRule } from '../../domain/payments/travel-rule/travel-rule.ts'
import type { Store } from '../../infra/db/store.ts'
import { securityLog } from '../../infra/telemetry/security-log.ts'
import { payoutRoutes } from '../../providers/rails/payout-routes.ts'
import type { Rails } from '../../providers/rails/port.ts'
import { railRouter } from '../../providers/rails/router.ts'
import { freezeGate, payoutFreezes } from '../../providers/screening/freeze-gate.ts'
import { type GateChecks, payoutGate } from '../../providers/screening/payout-gate.ts'
import { payoutScreenings } from '../../providers/screening/payout-screenings.ts'
import type { PayoutGate } from '../../providers/screening/port.ts'
import { screenedRails } from '../../providers/screening/screened-rails.ts'
import type { Providers } from './providers.ts'

export interface PayoutRails {
  readonly rails: Rails
  /** Payments by UMA, which the router does not route, pass it as well. */
  readonly gate: PayoutGate
}

interface Parts {
  readonly store: Store
  readonly log: Logger
  /** Thresholds of the travel rule, by currency. */
  readonly travelRule?: TravelRuleNeeds['thresholds'] | undefined
}

export function payoutRails(
  { store, log, travelRule: thresholds = new Map() }: Parts,
  { rails, screening }: Pick<Providers, 'rails' | 'screening'>,
): PayoutRails {
  const freezes = payoutFreezes(store)
  const routed = railRouter(rails({ store }), payoutRoutes(store), freezes.rails)
  const settling = routed.connected.find(({ settlement }) => settlement)?.id
  const behind = (inner?: PayoutGate): PayoutRails => {
    const gate = freezeGate(freezes, inner, settling)
    return { rails: screenedRails(routed, gate), gate }
  }
  if (!screening && thresholds.size === 0) return behind()
  const security = securityLog(log)
  const onKept: TravelRuleNeeds['onKept'] = (kept) => security('travel-rule.kept', { outcome: 'done', ...kept })
  const checks: GateChecks = {
    screening,
    missingData: travelRule({ store, thresholds, onKept }),
    onFault: (payout, error) =>
      log.error({ err: error, payout }, 'a payout could not be screened; it waits and is screened again'),
  }
  return behind(payoutGate(checks, payoutScreenings(store)))
}
