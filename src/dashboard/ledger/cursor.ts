/** Cursor of ledger pages: the last posting of a page, by its payment and line. Pages go to older payments. */
import { refuseField } from '../../core/refusal.ts'

const CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,4})$/

/** @param transactionId bare */
export const cursorAfter = (transactionId: string, line: number): string => `${transactionId}.${line}`

/** Payment and line, as parameters of a statement; nulls on the first page. @throws Refusal INVALID_INPUT */
export function cursorIn(before: string | undefined): [transactionId: string | null, line: number | null] {
  if (before === undefined) return [null, null]
  const [, transactionId, line] =
    CURSOR.exec(before) ?? refuseField('INVALID_INPUT', 'before', 'is not a cursor of a page')
  return [transactionId as string, Number(line)]
}
