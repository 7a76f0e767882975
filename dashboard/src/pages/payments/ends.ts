/** Source and destination of a payment, in words. */
import type { Party } from '../../../../contract/accounts/parties.ts'
import type {
  Transaction,
  TransactionDestination,
  TransactionSource,
} from '../../../../contract/payments/transactions.ts'

export interface End {
  readonly name: string
  /** Typed id of the account, where it has one. */
  readonly id?: string | undefined
  /** What distinguishes the account from others of the same name. */
  readonly detail?: string | undefined
}

type Side = TransactionSource | TransactionDestination | undefined

export function describeEnds(payment: Transaction, parties: readonly Party[]): { from: End; to: End } {
  return { from: describeEnd(payment.source, parties), to: describeEnd(payment.destination, parties) }
}

/** Ids of the accounts at the ends of these payments, to look up their names. */
export const accountsOf = (payments: readonly Transaction[]): string[] =>
  [...new Set(payments.flatMap(({ source, destination }) => [source, destination].flatMap(accountIdOf)))].sort()

const accountIdOf = (side: Side): string[] => (side && 'accountId' in side ? [side.accountId] : [])

function describeEnd(side: Side, parties: readonly Party[]): End {
  if (!side) return { name: 'Outside' }
  if ('umaAddress' in side) return { name: side.umaAddress }
  if (!('accountId' in side)) return { name: 'Deposit', detail: side.currency }
  const party = parties.find(({ id }) => id === side.accountId)
  return party ?? { name: '…', id: side.accountId }
}

/** Amounts sent and received; a deposit shows the received amount only. */
export const amountsOf = (payment: Transaction) => ({
  sent: payment.type === 'OUTGOING' ? payment.sentAmount : undefined,
  received: payment.receivedAmount,
})
