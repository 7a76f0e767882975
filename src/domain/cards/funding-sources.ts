/** Funding source rule: which accounts may pay for a card. */
import { wireId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import type { Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import type { CardIssuer } from '../../providers/card-issuer/port.ts'
import { accounts } from '../accounts/internal-account.ts'
import { type AccountStatus, balances } from '../ledger/balance.ts'

/** Currencies of cards (decision 62). */
const CARD_CURRENCIES: readonly string[] = ['USD', 'USDB']

/** Rows that `checkFundingSources` reads. @param sources bare ids */
export const fundingSourceReads = (sources: readonly string[]): Read[] =>
  sources.flatMap((id): Read[] => [
    [accounts, id, 'peek'],
    [balances, id],
  ])

/**
 * Checks the sources of a card. Unknown accounts and accounts of other customers get the same refusal.
 * @param currency of the card, if it has one
 * @returns the common currency of the sources
 * @throws Refusal FUNDING_SOURCE_INELIGIBLE, naming every source that cannot pay
 */
export function checkFundingSources(
  rows: Rows,
  issuer: Pick<CardIssuer, 'objectionTo'>,
  cardholderId: string,
  sources: readonly string[],
  currency?: string,
): string {
  const found = sources.map((id) => ({ id, account: rows.peek(accounts, id), balance: rows.find(balances, id) }))
  const first = found.find(({ account }) => account?.customerId === cardholderId)?.account?.currency
  const wanted = currency ?? first
  const sourceFault = ({ id, account, balance }: (typeof found)[number]): string | undefined => {
    const objection = issuer.objectionTo(id)
    if (objection !== undefined) return objection
    if (account?.customerId !== cardholderId) return 'is not an account of the cardholder'
    return accountFault(account.currency, balance?.status as AccountStatus, wanted as string)
  }
  const errors = found.flatMap((source, place) => {
    const message = sourceFault(source)
    return message === undefined ? [] : [{ field: `fundingSources.${place}`, message }]
  })
  const [fault] = errors
  if (fault) {
    const named = found[Number(fault.field.split('.')[1])]?.id as string
    refuse('FUNDING_SOURCE_INELIGIBLE', `${wireId('InternalAccount', named)} ${fault.message}`, { errors })
  }
  return wanted as string
}

function accountFault(currency: string, status: AccountStatus, wanted: string): string | undefined {
  if (!CARD_CURRENCIES.includes(currency)) return `is in ${currency}; a card must be in ${CARD_CURRENCIES.join(' or ')}`
  if (currency !== wanted) return `is in ${currency}, and the card is in ${wanted}`
  return status === 'ACTIVE' ? undefined : `is ${status}; must be ACTIVE`
}
