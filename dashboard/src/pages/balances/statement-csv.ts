/** Statement of an account as CSV: one row for each entry, newest first, with the balance after it. */
import type { StatementEntry } from '../../../../contract/ledger/account-statements.ts'
import { csvAmount, csvLine } from '../../format/csv.ts'

export const statementHeader = csvLine([
  'time',
  'amount',
  'balance',
  'currency',
  'counterparty',
  'counterpartyId',
  'cause',
  'causeStatus',
  'label',
])

/** Amounts that leave the account are negative. */
export const statementRow = ({ at, direction, amount, after, currency, other, cause }: StatementEntry): string =>
  csvLine(
    [
      at,
      csvAmount({ amount, currency }),
      csvAmount({ amount: after, currency }),
      currency.code,
      other.name,
      other.id,
      cause.id,
      cause.status,
      cause.label,
    ].map((value, place) => (place === 1 && direction === 'OUT' ? `-${value}` : value)),
  )
