/** Owns quotes whose money is fetched from an external account: who may be fetched from, and the beginning of it. */
import { ACCOUNT_TYPES, type AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import type { QuoteRequest } from '../../../../contract/payments/quotes.ts'
import { bareId } from '../../../core/ids.ts'
import { refuse, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/states/move.ts'
import { refuseUnlessReady } from '../../customers/readiness.ts'
import { customers } from '../../customers/tables.ts'
import { activeExternalAccount } from '../external-accounts/active-account.ts'
import { refuseUnlessPayable } from './external-payee.ts'
import { quoteMachine } from './quote-machine.ts'
import type { Source } from './source.ts'
import type { Quote } from './tables.ts'

export const refuseSelfPayment = (): never =>
  refuseField('SELF_PAYMENT', 'destination.accountId', 'Source and destination are the same account')

/** @throws Refusal NOT_IMPLEMENTED without a rail, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, SELF_PAYMENT, INVALID_INPUT for a wallet or another's account */
export function pulledSource(rows: Rows, hasRails: boolean, { source, destination }: QuoteRequest): Source {
  if (source.sourceType !== 'ACCOUNT') throw new Error('Only an account can be fetched from')
  if (!hasRails)
    refuse('NOT_IMPLEMENTED', 'No rail is connected to this installation, so nothing can be fetched from the outside')
  const account = activeExternalAccount(rows, bareId(source.accountId), 'pays')
  if (destination.destinationType === 'ACCOUNT' && destination.accountId === source.accountId) refuseSelfPayment()
  if (ACCOUNT_TYPES[account.accountType as AccountType].beneficiary === false)
    refuseField('INVALID_INPUT', 'source.accountId', 'is a wallet, from which only its holder can pay')
  const { id, customerId, currency } = account
  if (source.customerId !== undefined && bareId(source.customerId) !== customerId)
    refuseField('INVALID_INPUT', 'source.customerId', 'is not the customer whose account this is')
  const owner = customerId === null ? undefined : rows.peek(customers, customerId)
  return {
    customerId,
    platformCustomerId: owner?.platformCustomerId ?? null,
    accountId: null,
    externalAccountId: id,
    currency,
    cryptoNetwork: null,
  }
}

/** Has the money fetched; the payment goes on when it has arrived. @throws Refusal USER_NOT_READY, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE */
export function beginPull(rows: Rows, quote: Quote, externalAccountId: string): Quote {
  if (quote.customerId !== null) refuseUnlessReady(rows, quote.customerId)
  activeExternalAccount(rows, externalAccountId, 'pays')
  refuseUnlessPayable(rows, quote)
  enqueue(rows, 'pullForQuote', rows.now, quote.transactionId)
  return move(rows, quoteMachine, quote, 'execute', { updatedAt: rows.now })
}
