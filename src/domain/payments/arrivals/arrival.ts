/** Arrival: money received over a rail, credited or in suspense. Its table and commands. */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { house } from '../../ledger/house.ts'
import { post } from '../../ledger/post.ts'
import { quotes } from '../quotes/quote.ts'
import { receiveFunding } from '../quotes/receive-funding.ts'
import { deposit, depositReads } from '../transactions/deposit.ts'
import { notePaidOutside } from '../transactions/refunds/paid-outside.ts'

export const arrivals = table(
  'arrivals',
  {
    id: uuid,
    rail: text(),
    currency: text(),
    /** Minor units of the currency. */
    amount: money,
    /** As stated by the payer. */
    reference: orNull(text()),
    payer: orNull(text()),
    /** When the network booked it. */
    arrivedAt: time,
    /** Why the money is or was in suspense; null: it was credited on arrival. */
    suspendedFor: orNull(text()),
    /** Bare id of the account that an operator released it to. */
    releasedTo: orNull(uuid),
    releasedAt: orNull(time),
    /** The payment that it became. */
    transactionId: orNull(uuid),
    createdAt: time,
  },
  { resource: 'Arrival', changing: ['releasedTo', 'releasedAt', 'transactionId'] },
)
export type ArrivalRow = Row<typeof arrivals>

/**
 * The platform of arrivals without a payee: its ledger contains only their money, in *rails* and *suspense*. Not a
 * tenant: it has no row in `platforms`, and no token.
 */
export const INSTALLATION = '00000000-0000-8000-8fff-000000000000'

/** An arrival before it is booked. */
export type BookedArrival = Pick<
  ArrivalRow,
  'id' | 'rail' | 'currency' | 'amount' | 'reference' | 'payer' | 'arrivedAt'
>

export interface Payee {
  readonly kind: 'ACCOUNT' | 'QUOTE'
  /** Bare id. */
  readonly id: string
}

export interface Credit {
  readonly arrival: BookedArrival
  readonly payee: Payee
}

/**
 * Credits the payee: a deposit into an account, or the execution of a quote that waited for exactly this amount. An
 * arrival that is already booked changes nothing. @throws Refusal when the payee cannot be credited now
 */
export const creditArrival = command({
  reads: (_seen, { arrival, payee }: Credit) => [
    [arrivals, arrival.id],
    ...(payee.kind === 'ACCOUNT' ? depositReads(payee.id) : ([[quotes, payee.id]] as const)),
  ],
  run(rows, { arrival, payee }): void {
    if (rows.find(arrivals, arrival.id)) return
    const transactionId =
      payee.kind === 'ACCOUNT'
        ? deposit(rows, { ...arrival, accountId: payee.id, from: 'rails' }).id
        : fundQuote(rows, payee.id, arrival)
    addRow(rows, arrival, { suspendedFor: null, transactionId })
  },
})

/** A rail cannot send back what it received, so any amount other than the quote's is not accepted. */
function fundQuote(rows: Rows, quoteId: string, { id, currency, amount }: BookedArrival): string {
  const { totalSendingAmount, sendingCurrency } = rows.get(quotes, quoteId)
  if (currency === sendingCurrency && amount !== totalSendingAmount)
    refuse('INVALID_AMOUNT', `The quote must be paid with ${totalSendingAmount} minor units of ${sendingCurrency}`)
  const { id: transactionId } = receiveFunding(rows, { quoteId, currency, amount })
  notePaidOutside(rows, transactionId, id)
  return transactionId
}

export interface Suspension {
  readonly arrival: BookedArrival
  /** For the operator. */
  readonly reason: string
}

/** Books the money to suspense. An arrival that is already booked changes nothing. */
export const suspendArrival = command({
  reads: (_seen, { arrival }: Suspension) => [[arrivals, arrival.id]],
  run(rows, { arrival, reason }): void {
    if (rows.find(arrivals, arrival.id)) return
    const { id, currency, amount } = arrival
    post(rows, { id, version: 0 }, [
      { from: house('rails', currency), to: house('suspense', currency), currency, amount },
    ])
    addRow(rows, arrival, { suspendedFor: reason, transactionId: null })
  },
})

const addRow = (
  rows: Rows,
  { id, rail, currency, amount, reference, payer, arrivedAt }: BookedArrival,
  booking: Pick<ArrivalRow, 'suspendedFor' | 'transactionId'>,
) =>
  rows.add(arrivals, {
    id,
    rail,
    currency,
    amount,
    reference,
    payer,
    arrivedAt,
    suspendedFor: booking.suspendedFor,
    releasedTo: null,
    releasedAt: null,
    transactionId: booking.transactionId,
    createdAt: rows.now,
  })

export interface Release {
  readonly arrivalId: string
  /** Bare id. */
  readonly accountId: string
}

/**
 * Credits an account of the arrival's own platform from suspense. Repeating a release changes nothing.
 * @throws Refusal TRANSACTION_NOT_FOUND, INVALID_STATE_TRANSITION, and as `deposit`
 */
export const releaseArrival = command({
  reads: (_seen, { arrivalId, accountId }: Release) => [[arrivals, arrivalId], ...depositReads(accountId)],
  run(rows, { arrivalId, accountId }): void {
    const arrival = heldArrival(rows, arrivalId, accountId)
    if (!arrival) return
    const { id: transactionId } = deposit(rows, { ...arrival, accountId, from: 'suspense' })
    rows.change(arrivals, arrival, { releasedTo: accountId, releasedAt: rows.now, transactionId })
  },
})

/**
 * Takes an arrival without a payee out of the installation's suspense, for an account of a platform, whose ledger it then enters as if it had just arrived. Repeating a release changes nothing.
 * @throws Refusal TRANSACTION_NOT_FOUND, INVALID_STATE_TRANSITION
 */
export const handOverArrival = command({
  reads: (_seen, { arrivalId }: Release) => [[arrivals, arrivalId]],
  run(rows, { arrivalId, accountId }): void {
    const arrival = heldArrival(rows, arrivalId, accountId)
    if (!arrival) return
    const { id, currency, amount } = arrival
    post(rows, { id, version: 1 }, [
      { from: house('suspense', currency), to: house('rails', currency), currency, amount },
    ])
    rows.change(arrivals, arrival, { releasedTo: accountId, releasedAt: rows.now })
  },
})

/** @returns undefined when it was released to this account. @throws Refusal TRANSACTION_NOT_FOUND, INVALID_STATE_TRANSITION */
function heldArrival(rows: Rows, arrivalId: string, accountId: string): ArrivalRow | undefined {
  const arrival = rows.get(arrivals, arrivalId)
  if (arrival.suspendedFor === null)
    refuse('INVALID_STATE_TRANSITION', 'The arrival was credited; it is not in suspense')
  if (arrival.releasedTo === null) return arrival
  if (arrival.releasedTo !== accountId)
    refuse('INVALID_STATE_TRANSITION', 'The arrival was released to another account')
  return undefined
}
