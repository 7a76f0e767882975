/** Lookup answer: another institution asks what the owner of a UMA address accepts. */
import { CURRENCIES, type KnownCurrency } from '../../../../../contract/currencies.ts'
import { refuse, umaAddressNotFound } from '../../../../core/refusal.ts'
import type { RateTable } from '../../../../providers/rates/port.ts'
import type { LookupAnswer, LookupRequest, TakenCurrency } from '../../../../providers/uma/port.ts'
import { refuseInstitution } from '../../receivers/block-provider.ts'
import { blockedDomains } from '../../receivers/queries.ts'
import { millisatoshis } from '../bitcoin-value.ts'
import { collectMessages } from '../messages.ts'
import { findRecipient } from '../queries.ts'
import type { Place, UmaContext } from './context.ts'
import { sealLookup } from './sealed-lookup.ts'

/**
 * Answers with the currencies that the receiver accepts, and the sender details that the receiver's platform requires.
 * @param name `$alice`
 * @param query of the URL that was called, from its question mark on
 * @throws Refusal UMA_NOT_FOUND, COUNTERPARTY_NOT_ALLOWED, USER_NOT_READY; what `UmaInbound` throws
 */
export function answerLookup(
  needs: UmaContext,
  { origin, domain }: Place,
  name: string,
  query: string,
): Promise<string> {
  if (!/^\$[\w.+-]+$/.test(name)) return Promise.reject(umaAddressNotFound())
  const { store, clock, rates, inbound, vault } = needs
  const { messages, onMessage } = collectMessages(clock)
  const decide = async ({ institution }: LookupRequest): Promise<LookupAnswer> => {
    const recipient = await findRecipient(store, `${name.toLowerCase()}@${domain}`)
    if (!recipient) throw umaAddressNotFound()
    if ((await blockedDomains(store, recipient.platformId)).has(institution)) refuseInstitution()
    const { status, currencies, requiredPayerData } = recipient
    if (status !== 'APPROVED' || currencies.length === 0)
      refuse('USER_NOT_READY', 'The receiver cannot accept payments at the moment')
    const table = rates.current()
    return {
      currencies: currencies.map((currency) => presentCurrency(currency, table)),
      requiredPayerData,
      callback: () => `${origin}/uma/payments/${name}?lookup=${sealLookup(vault, messages)}`,
    }
  }
  return inbound.lookup(new URL(`${origin}/.well-known/lnurlp/${name}${query}`), decide, onMessage)
}

function presentCurrency({ code, min, max }: TakenCurrency, rates: RateTable): LookupAnswer['currencies'][number] {
  const { name, symbol, decimals } = CURRENCIES[code as KnownCurrency]
  return { code, min, max, name, symbol, decimals, multiplier: millisatoshis(code, rates) }
}
