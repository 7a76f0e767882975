/** Sender and receiver of a quote, in words. */
import type { Party } from '../../../../contract/accounts/parties.ts'
import type { Quote } from '../../../../contract/payments/quotes.ts'

/** Ids of the accounts at the ends of these quotes, to look up their names. */
export const accountsIn = (quotes: readonly Quote[]): string[] =>
  [
    ...new Set(
      quotes.flatMap(({ source, destination }) =>
        [source, destination].flatMap((end) => ('accountId' in end ? [end.accountId] : [])),
      ),
    ),
  ].sort()

export function quoteEnds(
  { source, destination }: Quote,
  parties: readonly Party[],
): { readonly from: string; readonly to: string } {
  const nameOf = (id: string) => parties.find((party) => party.id === id)?.name ?? '…'
  return {
    from: 'accountId' in source ? nameOf(source.accountId) : 'Payment instructions',
    to: 'accountId' in destination ? nameOf(destination.accountId) : destination.umaAddress,
  }
}
