/** Destination of a quote: an internal account, an external account, or the person behind a UMA address. */
import type { PaymentRail } from '../../../../../contract/elements.ts'
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import { bareId } from '../../../../core/ids.ts'
import { notFound, refuseField } from '../../../../core/refusal.ts'
import type { Read } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import type { CarriageNeed, RailTable } from '../../../../providers/rails/port.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { activeExternalAccount, externalAccounts } from '../../external-accounts/external-account.ts'
import { refuseUncarried, refuseUnconnected } from '../../external-accounts/uncarried.ts'
import { blockedProviders, domainOf, refuseBlocked } from '../../receivers/block-provider.ts'
import { type Lookup, lookups } from '../../receivers/lookup.ts'

export interface Destination {
  readonly type: 'ACCOUNT' | 'UMA_ADDRESS'
  /** Wire id of the account, or the UMA address. */
  readonly name: string
  /** The internal account that the money reaches; null when it leaves the installation. */
  readonly accountId: string | null
  readonly currency: string
  readonly paymentRail: PaymentRail | null
  readonly lookup: Lookup | undefined
  /** What a rail must carry; absent: the money stays in the installation, or goes to another institution. */
  readonly need?: CarriageNeed
}

/** Rows that `quoteDestination` reads. */
export function destinationReads({ destination, lookupId }: QuoteRequest): Read[] {
  const reads: Read[] = []
  const key = lookupId === undefined ? undefined : lookupKey(lookupId)
  if (key !== undefined) reads.push([lookups, key])
  if (destination.destinationType === 'UMA_ADDRESS')
    reads.push([blockedProviders, domainOf(destination.umaAddress.toLowerCase()), 'peek'])
  else if (destination.accountId.startsWith('InternalAccount:')) reads.push([accounts, bareId(destination.accountId)])
  else reads.push([externalAccounts, bareId(destination.accountId), 'peek'])
  return reads
}

/** @throws Refusal for a receiver that cannot be paid */
export function quoteDestination(rows: Rows, table: RailTable, { destination, lookupId }: QuoteRequest): Destination {
  const lookup = lookupId === undefined ? undefined : findLookup(rows, lookupId)
  if (destination.destinationType === 'UMA_ADDRESS') return umaDestination(rows, destination, lookup)
  const { accountId: name, paymentRail } = destination
  const id = bareId(name)
  if (name.startsWith('InternalAccount:')) {
    const { currency } = rows.get(accounts, id)
    return { type: 'ACCOUNT', name, accountId: id, currency, paymentRail: null, lookup }
  }
  refuseUnconnected(table, 'OUT')
  const account = activeExternalAccount(rows, id, 'receives')
  if (lookup && lookup.receiver !== name)
    refuseField('INVALID_RECEIVER', 'lookupId', 'must be a lookup of this receiver')
  const rails = account.accountInfo.paymentRails as readonly PaymentRail[] | undefined
  if (paymentRail !== undefined && rails && !rails.includes(paymentRail))
    refuseField('INVALID_INPUT', 'destination.paymentRail', `must be one of ${rails.join(', ')} for this account`)
  const { currency, accountType } = account
  const payout = { direction: 'OUT', currency, accountType } as const
  const usual = rails?.find((scheme) => table.carries({ ...payout, scheme })) ?? rails?.[0] ?? null
  const need = { ...payout, scheme: paymentRail ?? usual }
  refuseUncarried(table, need)
  return { type: 'ACCOUNT', name, accountId: null, currency, paymentRail: need.scheme, lookup, need }
}

function umaDestination(
  rows: Rows,
  destination: Extract<QuoteRequest['destination'], { destinationType: 'UMA_ADDRESS' }>,
  lookup: Lookup | undefined,
): Destination {
  if (!lookup) refuseField('INVALID_INPUT', 'lookupId', 'is required for a UMA address: look the receiver up first')
  const name = destination.umaAddress.toLowerCase()
  if (lookup.receiver !== name) refuseField('INVALID_RECEIVER', 'lookupId', 'must be a lookup of this receiver')
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
  const key = lookupKey(lookupId)
  const found = key === undefined ? undefined : rows.find(lookups, key)
  if (!found) throw notFound('LookupRequest')
  return found
}

/** Bare id; undefined for a text that is not a lookup's id. */
const lookupKey = (lookupId: string): string | undefined =>
  /^Lookup(Request)?:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(lookupId) ? bareId(lookupId) : undefined
