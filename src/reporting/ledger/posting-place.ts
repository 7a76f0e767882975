/** Place of a posting in lists that go to older payments: its payment or purchase, and its line. */

/** @param transactionId bare */
export const placeAfter = (transactionId: string, line: number): string => `${transactionId}.${line}`

/** Payment and line, as parameters of a statement; nulls at the start of a list. */
export function placeIn(place: string | undefined): [transactionId: string | null, line: number | null] {
  if (!place) return [null, null]
  const [transactionId, line] = place.split('.')
  return [transactionId as string, Number(line)]
}
