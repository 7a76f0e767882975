/** Lookup answer: another institution asks who is behind an address. */
import { CURRENCIES, type KnownCurrency } from '../../../../contract/currencies.ts'
import { minorUnits } from '../../../core/currency.ts'
import { toDecimal } from '../../../core/rate.ts'
import { refuse } from '../../../core/refusal.ts'
import type { RateTable } from '../../../providers/rates/port.ts'
import type { AskedLookup, LookupAnswer, TakenCurrency } from '../../../providers/uma/port.ts'
import { refuseInstitution } from '../receivers/block-provider.ts'
import { blockedDomains } from '../receivers/queries.ts'
import { listening, nobody, type Place, type UmaContext } from './context.ts'
import { findRecipient } from './queries.ts'
import { sealLookup } from './sealed-lookup.ts'

const MILLISATS_PER_BITCOIN = 100_000_000_000n

/**
 * Says what the person takes, and what their platform wants to know of a sender.
 * @param name `$alice`
 * @param query the rest of the address that was called, from its question mark on
 * @throws Refusal UMA_NOT_FOUND, COUNTERPARTY_NOT_ALLOWED, USER_NOT_READY; what `UmaDesk` throws
 */
export function answerLookup(
  needs: UmaContext,
  { origin, domain }: Place,
  name: string,
  query: string,
): Promise<string> {
  if (!/^\$[\w.+-]+$/.test(name)) return Promise.reject(nobody())
  const { store, clock, rates, desk, vault } = needs
  const { heard, hear } = listening(clock)
  const decide = async ({ institution }: AskedLookup): Promise<LookupAnswer> => {
    const recipient = await findRecipient(store, `${name.toLowerCase()}@${domain}`)
    if (!recipient) throw nobody()
    if ((await blockedDomains(store, recipient.platformId)).has(institution)) refuseInstitution()
    const { status, currencies, requiredPayerData } = recipient
    if (status !== 'APPROVED' || currencies.length === 0)
      refuse('USER_NOT_READY', 'The receiver cannot take payments now')
    const table = rates.current()
    return {
      currencies: currencies.map((currency) => shown(currency, table)),
      requiredPayerData,
      callback: () => `${origin}/uma/payments/${name}?lookup=${sealLookup(vault, heard)}`,
    }
  }
  return desk.lookup(new URL(`${origin}/.well-known/lnurlp/${name}${query}`), decide, hear)
}

function shown({ code, min, max }: TakenCurrency, rates: RateTable): LookupAnswer['currencies'][number] {
  const { name, symbol, decimals } = CURRENCIES[code as KnownCurrency]
  return { code, min, max, name, symbol, decimals, multiplier: millisats(code as KnownCurrency, rates) }
}

/** What a minor unit is worth about; 1 where bitcoin has no price, since nothing is settled by it. */
function millisats(code: KnownCurrency, rates: RateTable): number {
  try {
    const { numerator, denominator } = rates.between(code, 'BTC')
    return Number(
      toDecimal({ numerator: numerator * MILLISATS_PER_BITCOIN, denominator: denominator * minorUnits(code) }),
    )
  } catch {
    return 1
  }
}
