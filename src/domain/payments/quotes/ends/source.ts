/** Source of a quote: who pays, and from where. */
import { instructionTypesOn } from '../../../../../contract/accounts/instruction-types.ts'
import type { InternalAccountType } from '../../../../../contract/accounts/internal-accounts.ts'
import {
  ACCOUNT_TYPES,
  type AccountType as ExternalAccountType,
} from '../../../../../contract/payments/external-accounts/account-types.ts'
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import { knownCurrency } from '../../../../core/currency.ts'
import { bareId } from '../../../../core/ids.ts'
import { notFound, refuseField } from '../../../../core/refusal.ts'
import type { Read, SeenRows } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import type { CarriageNeed, RailTable } from '../../../../providers/rails/port.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import type { Owner } from '../../../accounts/open-account.ts'
import { customers } from '../../../customers/customer.ts'
import { activeExternalAccount, externalAccounts } from '../../external-accounts/external-account.ts'
import { refuseUncarried, refuseUnconnected } from '../../external-accounts/uncarried.ts'

export interface Source extends Owner {
  /** The internal account; null: the money has yet to arrive. */
  readonly accountId: string | null
  /** Type of the internal account. */
  readonly type?: InternalAccountType
  /** The external account that the money is pulled from. */
  readonly externalAccountId: string | null
  readonly currency: string
  readonly cryptoNetwork: string | null
  /** The money has yet to arrive by the quote's payment instructions. */
  readonly isAwaited?: true
  /** What a rail must carry; absent: the money is in the installation. */
  readonly need?: CarriageNeed
}

/** Rows that `quoteSource` reads, and the customer who pays. */
export function sourceReads(seen: SeenRows, { source }: QuoteRequest): Read[] {
  if (source.sourceType === 'REALTIME_FUNDING')
    return source.customerId === undefined ? [] : [[customers, bareId(source.customerId), 'peek']]
  const accountId = bareId(source.accountId)
  if (source.accountId.startsWith('ExternalAccount:')) return [[externalAccounts, accountId, 'peek']]
  const customerId = seen.lastSeen(accounts, accountId)?.customerId
  const reads: Read[] = [[accounts, accountId]]
  if (typeof customerId === 'string') reads.push([customers, customerId, 'peek'])
  return reads
}

/** @throws Refusal for a source that cannot pay */
export function quoteSource(rows: Rows, table: RailTable, request: QuoteRequest): Source {
  const { source } = request
  if (source.sourceType === 'REALTIME_FUNDING') return fundedSource(rows, table, source)
  if (source.accountId.startsWith('ExternalAccount:')) return pulledSource(rows, table, request)
  const { id, type, currency, customerId, platformCustomerId } = rows.get(accounts, bareId(source.accountId))
  if (source.customerId !== undefined && bareId(source.customerId) !== customerId)
    refuseField('INVALID_INPUT', 'source.customerId', 'must be the customer who owns the account')
  if (type === 'EMBEDDED_WALLET' && request.immediatelyExecute)
    refuseField(
      'INVALID_INPUT',
      'immediatelyExecute',
      'must be absent for a wallet: its holder signs before the quote is executed',
    )
  return { accountId: id, type, externalAccountId: null, currency, cryptoNetwork: null, customerId, platformCustomerId }
}

function fundedSource(
  rows: Rows,
  table: RailTable,
  source: Extract<QuoteRequest['source'], { sourceType: 'REALTIME_FUNDING' }>,
): Source {
  const currency = knownCurrency(source.currency, 'source.currency')
  const cryptoNetwork = source.cryptoNetwork ?? null
  if (instructionTypesOn(currency, cryptoNetwork).length === 0)
    refuseField(
      'INVALID_CURRENCY',
      cryptoNetwork ? 'source.cryptoNetwork' : 'source.currency',
      `${currency} cannot arrive ${cryptoNetwork ? `by ${cryptoNetwork}` : 'by real-time funding'}`,
    )
  const need = { direction: 'IN', currency, scheme: cryptoNetwork } as const
  refuseUncarried(table, need)
  const owner = { accountId: null, externalAccountId: null, currency, cryptoNetwork, isAwaited: true as const, need }
  if (source.customerId === undefined) return { ...owner, customerId: null, platformCustomerId: null }
  const customer = rows.peek(customers, bareId(source.customerId))
  if (!customer) throw notFound('Customer')
  return { ...owner, customerId: customer.id, platformCustomerId: customer.platformCustomerId }
}

export const refuseSelfPayment = (): never =>
  refuseField('SELF_PAYMENT', 'destination.accountId', 'Source and destination are the same account')

/** @throws Refusal RAIL_NOT_CONNECTED, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, SELF_PAYMENT, INVALID_INPUT for a wallet or another's account */
function pulledSource(rows: Rows, table: RailTable, { source, destination }: QuoteRequest): Source {
  if (source.sourceType !== 'ACCOUNT') throw new Error('Money is pulled from accounts only')
  refuseUnconnected(table, 'PULL')
  const account = activeExternalAccount(rows, bareId(source.accountId), 'pays')
  if (destination.destinationType === 'ACCOUNT' && destination.accountId === source.accountId) refuseSelfPayment()
  if (ACCOUNT_TYPES[account.accountType as ExternalAccountType].beneficiary === false)
    refuseField('INVALID_INPUT', 'source.accountId', 'must not be a wallet: only its holder can pay from it')
  const { id, customerId, currency } = account
  if (source.customerId !== undefined && bareId(source.customerId) !== customerId)
    refuseField('INVALID_INPUT', 'source.customerId', 'must be the customer who owns the account')
  const need = { direction: 'PULL', currency, accountType: account.accountType } as const
  refuseUncarried(table, need)
  const owner = customerId === null ? undefined : rows.peek(customers, customerId)
  return {
    customerId,
    platformCustomerId: owner?.platformCustomerId ?? null,
    accountId: null,
    externalAccountId: id,
    currency,
    cryptoNetwork: null,
    need,
  }
}
