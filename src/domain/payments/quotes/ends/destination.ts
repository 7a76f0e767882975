/** Destination of a quote: an internal account, an external account, or the person behind a UMA address. */
import type { PaymentRail } from '../../../../../contract/elements.ts'
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import { bareId } from '../../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../../core/refusal.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { activeExternalAccount } from '../../external-accounts/external-account.ts'
import { refuseBlocked } from '../../receivers/block-provider.ts'
import { type Lookup, lookups } from '../../receivers/tables.ts'

export interface Destination {
  readonly type: 'ACCOUNT' | 'UMA_ADDRESS'
  /** Wire id of the account, or the UMA address. */
  readonly name: string
  /** The internal account that the money reaches; null when it leaves the house. */
  readonly accountId: string | null
  readonly currency: string
  readonly paymentRail: PaymentRail | null
  readonly lookup: Lookup | undefined
}

/** @param hasRails whether money can leave the house. @throws Refusal for a receiver that can't be paid */
export function quoteDestination(rows: Rows, hasRails: boolean, { destination, lookupId }: QuoteRequest): Destination {
  const lookup = lookupId === undefined ? undefined : findLookup(rows, lookupId)
  if (destination.destinationType === 'UMA_ADDRESS') return umaDestination(rows, destination, lookup)
  const { accountId: name, paymentRail } = destination
  const id = bareId(name)
  if (name.startsWith('InternalAccount:')) {
    const { currency } = rows.get(accounts, id)
    return { type: 'ACCOUNT', name, accountId: id, currency, paymentRail: null, lookup }
  }
  if (!hasRails)
    refuse('NOT_IMPLEMENTED', 'No rail is connected to this installation, so nothing can be paid to the outside')
  const account = activeExternalAccount(rows, id, 'receives')
  if (lookup && lookup.receiver !== name)
    refuseField('INVALID_RECEIVER', 'lookupId', 'is the lookup of another receiver')
  const rails = account.accountInfo.paymentRails as readonly PaymentRail[] | undefined
  if (paymentRail !== undefined && rails && !rails.includes(paymentRail))
    refuseField('INVALID_INPUT', 'destination.paymentRail', `must be one of ${rails.join(', ')} for this account`)
  return {
    type: 'ACCOUNT',
    name,
    accountId: null,
    currency: account.currency,
    paymentRail: paymentRail ?? rails?.[0] ?? null,
    lookup,
  }
}

function umaDestination(
  rows: Rows,
  destination: Extract<QuoteRequest['destination'], { destinationType: 'UMA_ADDRESS' }>,
  lookup: Lookup | undefined,
): Destination {
  if (!lookup) refuseField('INVALID_INPUT', 'lookupId', 'is required for a UMA address: look the receiver up first')
  const name = destination.umaAddress.toLowerCase()
  if (lookup.receiver !== name) refuseField('INVALID_RECEIVER', 'lookupId', 'is the lookup of another receiver')
  refuseBlocked(rows, name)
  const codes = lookup.currencies.map(({ code }) => code)
  const currency = destination.currency ?? (codes[0] as string)
  if (!codes.includes(currency))
    refuseField('INVALID_CURRENCY', 'destination.currency', `must be one of ${codes.join(', ')} for this receiver`)
  const accountId = lookup.accounts?.[currency] ?? null
  if (accountId !== null) rows.get(accounts, accountId)
  return { type: 'UMA_ADDRESS', name, accountId, currency, paymentRail: null, lookup }
}

function findLookup(rows: Rows, lookupId: string): Lookup {
  const id = bareId(lookupId)
  const isForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)
  const found = isForm && /^Lookup(Request)?:/.test(lookupId) ? rows.find(lookups, id) : undefined
  if (!found) throw notFound('LookupRequest')
  return found
}
