/** Rails as the domain sees them: routed, and behind the payout gate where counterparties are screened. */
import type { Store } from '../../infra/db/store.ts'
import { payoutRoutes } from '../../providers/rails/payout-routes.ts'
import type { Rails } from '../../providers/rails/port.ts'
import { railRouter } from '../../providers/rails/router.ts'
import { payoutGate } from '../../providers/screening/payout-gate.ts'
import { payoutScreenings } from '../../providers/screening/payout-screenings.ts'
import type { PayoutGate } from '../../providers/screening/port.ts'
import { screenedRails } from '../../providers/screening/screened-rails.ts'
import type { Providers } from './providers.ts'

export interface PayoutRails {
  readonly rails: Rails
  /** Undefined: nothing is screened. Payments by UMA pass it as well, which no rail carries. */
  readonly gate: PayoutGate | undefined
}

export function payoutRails(store: Store, { rails, screening }: Pick<Providers, 'rails' | 'screening'>): PayoutRails {
  const routed = railRouter(rails({ store }), payoutRoutes(store))
  if (!screening) return { rails: routed, gate: undefined }
  const gate = payoutGate(screening, payoutScreenings(store))
  return { rails: screenedRails(routed, gate), gate }
}
