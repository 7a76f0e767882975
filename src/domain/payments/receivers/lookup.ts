/** Receiver lookup: the result is stored, so that a quote can refer to it by `lookupId`. */
import { CURRENCIES } from '../../../../contract/currencies.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import type { ExternalAccountLookup, UmaLookup } from '../../../../contract/payments/receivers.ts'
import { knownCurrency, presentCurrency } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { toDecimal } from '../../../core/rate.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { OfferedRates } from '../../../providers/rates/port.ts'
import type { RequiredField, TakenCurrency, UmaReceiver } from '../../../providers/uma/port.ts'
import { platforms } from '../../platform/platform.ts'
import { activeExternalAccount, externalAccounts } from '../external-accounts/external-account.ts'

export const lookups = table(
  'lookups',
  {
    id: uuid,
    /** Wire id of an external account, or a UMA address. */
    receiver: text(),
    /** Account ids by currency, where the address belongs to a customer of this platform. */
    accounts: orNull(json<Readonly<Record<string, string>>>()),
    currencies: json<readonly TakenCurrency[]>(),
    requiredPayerData: json<readonly RequiredField[]>(),
    createdAt: time,
  },
  { resource: 'LookupRequest' },
)
export type Lookup = Row<typeof lookups>

/** The receiver at a UMA address. */
export interface FoundReceiver extends UmaReceiver {
  /** Accounts by currency, for a customer of this platform; absent: the receiver is elsewhere. */
  readonly accounts?: Readonly<Record<string, string>>
}

export interface UmaLookupResult {
  /** In lower case. */
  readonly address: string
  readonly found: FoundReceiver
}

export const lookupUma = command({
  run: (rows, { address, found }: UmaLookupResult): Lookup =>
    rows.add(lookups, {
      id: rows.newId(),
      receiver: address,
      accounts: found.accounts ?? null,
      currencies: payable(rows, found.currencies),
      requiredPayerData: found.requiredPayerData,
      createdAt: rows.now,
    }),
})

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE */
export const lookupExternalAccount = command({
  reads: (_seen, accountId: string) => [[externalAccounts, accountId, 'peek']],
  run(rows, accountId): Lookup {
    const { currency: code } = activeExternalAccount(rows, accountId, 'receives')
    return rows.add(lookups, {
      id: rows.newId(),
      receiver: wireId('ExternalAccount', accountId),
      accounts: null,
      currencies: payable(rows, [{ code, min: 1, max: LIMITS.amount }]),
      requiredPayerData: [],
      createdAt: rows.now,
    })
  },
})

/** What the receiver accepts, narrowed to the platform's limits for the currency, which quotes are checked against. */
function payable(rows: Rows, currencies: readonly TakenCurrency[]): TakenCurrency[] {
  const supported = rows.peek(platforms, rows.platformId)?.supportedCurrencies ?? []
  return currencies.map((taken) => {
    const limits = supported.find(({ currencyCode }) => currencyCode === taken.code)
    if (!limits) return taken
    const { minAmount, maxAmount } = limits
    return { ...taken, min: Math.max(taken.min, minAmount), max: Math.min(taken.max, maxAmount) }
  })
}

const taken = ({ code, min, max }: TakenCurrency, rates: OfferedRates) => ({
  currency: presentCurrency(code),
  estimatedExchangeRate: Number(toDecimal(rates.offer('USD', knownCurrency(code)).rate)),
  min,
  max,
})

const common = ({ id, currencies, requiredPayerData }: Lookup, rates: OfferedRates) => ({
  lookupId: wireId('Lookup', id),
  supportedCurrencies: currencies
    .filter(({ code }) => Object.hasOwn(CURRENCIES, code))
    .map((currency) => taken(currency, rates)),
  requiredPayerDataFields: [...requiredPayerData],
})

export const presentUmaLookup = (lookup: Lookup, rates: OfferedRates): UmaLookup => ({
  ...common(lookup, rates),
  receiverUmaAddress: lookup.receiver,
})

export const presentExternalLookup = (lookup: Lookup, rates: OfferedRates): ExternalAccountLookup => ({
  ...common(lookup, rates),
  accountId: lookup.receiver as `ExternalAccount:${string}`,
})
