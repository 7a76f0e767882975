/** External payee of a quote: the external account that receives the money. It may have been stopped after the quote was created. */
import { bareId } from '../../../../core/ids.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { activeExternalAccount } from '../../external-accounts/external-account.ts'
import type { Quote } from '../quote.ts'

type Payee = Pick<Quote, 'destinationType' | 'destinationId' | 'destinationAccountId'>

/** Bare id of the external account; undefined: the money stays inside, or goes to a UMA address. Never changes. */
export const externalPayee = ({ destinationType, destinationId, destinationAccountId }: Payee): string | undefined =>
  destinationType === 'ACCOUNT' && destinationAccountId === null ? bareId(destinationId) : undefined

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND (deleted), ACCOUNT_NOT_ACTIVE */
export function refuseUnlessPayable(rows: Rows, quote: Payee): void {
  const accountId = externalPayee(quote)
  if (accountId !== undefined) activeExternalAccount(rows, accountId, 'receives')
}
