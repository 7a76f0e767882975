/** Owns what is asked outside before a command of an agent: the rates, and what the rail says of an account. */
import { notFound, refuse } from '../../core/refusal.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Rails, TransferVerdict } from '../../providers/rails/port.ts'
import type { Rates, RateTable } from '../../providers/rates/port.ts'
import { findExternalAccount } from '../payments/transactions/payout.ts'
import type { RatesOfNow } from './cost.ts'
import type { Wish } from './wish.ts'

/** Asked when first needed and the same from then on: a policy in the currency of the payment needs none. */
export function ratesOfNow(rates: Rates): RatesOfNow {
  let table: RateTable | undefined
  return () => (table ??= rates.current())
}

/** @throws Refusal NOT_IMPLEMENTED, EXTERNAL_ACCOUNT_NOT_FOUND */
export async function verdictFor(
  { store, rails }: { readonly store: Store; readonly rails: Rails | undefined },
  platformId: string,
  wish: Wish,
): Promise<TransferVerdict> {
  if (wish.type === 'EXECUTE_QUOTE') return {}
  if (!rails) refuse('NOT_IMPLEMENTED', 'No rail is connected to this installation, so nothing can be transferred')
  const account = await findExternalAccount(
    store,
    platformId,
    wish.type === 'TRANSFER_OUT' ? wish.destinationId : wish.sourceId,
  )
  if (!account) throw notFound('ExternalAccount')
  return rails.vet(account)
}
