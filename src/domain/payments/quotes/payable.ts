/** Owns the question whether the external account that a quote pays can still be paid: it may have been stopped since the quote was made. */
import { bareId } from '../../../core/ids.ts'
import type { Rows } from '../../../engine/rows.ts'
import { activeExternalAccount } from '../external-accounts/active-account.ts'
import type { Quote } from './tables.ts'

type Payee = Pick<Quote, 'destinationType' | 'destinationId' | 'destinationAccountId'>

/** The external account that is paid; undefined: the money stays inside, or goes to a UMA address. It never changes. */
export const payeeElsewhere = ({ destinationType, destinationId, destinationAccountId }: Payee): string | undefined =>
  destinationType === 'ACCOUNT' && destinationAccountId === null ? bareId(destinationId) : undefined

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND (deleted), ACCOUNT_NOT_ACTIVE */
export function refuseUnlessPayable(rows: Rows, quote: Payee): void {
  const elsewhere = payeeElsewhere(quote)
  if (elsewhere !== undefined) activeExternalAccount(rows, elsewhere, 'receives')
}
