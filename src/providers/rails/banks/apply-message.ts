/** Application of one message of the bank to the books of its rail. */
import type { Books } from './books.ts'
import { type KnownPayout, matchLines } from './match-lines.ts'
import { type BankMessage, type Line, type Reason, UnreadableFile, type Verdict } from './messages.ts'

type Message<Kind extends BankMessage['kind']> = Extract<BankMessage, { kind: Kind }>

/** A statement whose predecessor has not arrived yet: the file is read again after the next statement. */
export class EarlierStatementMissing extends Error {
  override name = 'EarlierStatementMissing'
}

/** @throws UnreadableFile, EarlierStatementMissing: then nothing of its file is applied */
export function applyMessage(books: Books, message: BankMessage): void {
  if (message.kind === 'STATUS') applyStatus(books, message)
  else if (message.kind === 'RETURNS') applyReturns(books, message)
  else if (message.kind === 'STATEMENT') applyStatement(books, message)
  else applyLines(books, keyed(message.id, message.lines), false)
}

function put(books: Books, payout: KnownPayout, state: KnownPayout['state'], reason: Reason | undefined): void {
  books.payouts.set(payout.reference, { ...payout, state })
  if (reason) books.reasons.set(payout.reference, reason)
}

const isUndecided = ({ state, debitLine }: KnownPayout) =>
  (state === 'FILED' || state === 'ACCEPTED') && debitLine === null

/** Reasons by which a bank refuses a duplicate: they do not prove that the first payout was not paid. */
const DUPLICATE = /^(AM05|DU0[1-5]|DUPL)$/

/** A rejection is applied only before the debit; afterwards only a return gives the money back. */
function applyStatus(books: Books, { fileId, whole, reason, payouts }: Message<'STATUS'>): void {
  const file = books.files.find(({ id }) => id === fileId)
  if (!file) throw new UnreadableFile(`It is about the file ${fileId}, which this rail has not sent`)
  const inFile = [...books.payouts.values()].filter((payout) => payout.file === file.number)
  const said = new Map(payouts.map((payout) => [payout.reference, payout]))
  if (whole && !DUPLICATE.test(reason?.code ?? '')) books.verdicts.set(fileId, whole)
  for (const reference of said.keys())
    if (!inFile.some((payout) => payout.reference === reference))
      books.faults.push(`${reference} is not a payout of the file ${fileId}`)
  for (const payout of inFile) {
    const own = said.get(payout.reference)
    const status = own?.status ?? whole
    if (status !== undefined) applyVerdict(books, payout, status, own?.reason ?? reason)
  }
}

function applyVerdict(books: Books, payout: KnownPayout, status: Verdict, reason: Reason | undefined): void {
  const { reference, state } = payout
  const isRejection = status === 'REJECTED'
  if (isRejection && DUPLICATE.test(reason?.code ?? ''))
    books.faults.push(`${reference} is refused as a duplicate, and may have been paid before: ask the bank`)
  else if (isUndecided(payout)) put(books, payout, status, isRejection ? reason : undefined)
  else if (isRejection && state === 'SETTLED')
    books.faults.push(`${reference} is reported as rejected after it was debited`)
  else if (!isRejection && state === 'REJECTED')
    books.faults.push(`${reference} is reported as accepted after it was rejected, and its money was given back`)
}

function applyReturns(books: Books, { returns, corrections }: Message<'RETURNS'>): void {
  for (const { reference, amount, reason } of returns) {
    const payout = books.payouts.get(reference)
    if (!payout) books.faults.push(`${reference} was returned, and is not a payout of this rail`)
    else if (payout.amount !== amount) books.faults.push(`${reference} was returned with another amount`)
    else if (payout.closed) books.faults.push(`${reference} was returned after the time for returns`)
    else if (isUndecided(payout) || payout.state === 'SETTLED') put(books, payout, 'RETURNED', reason)
    else books.faults.push(`${reference} was returned, and had been refunded before`)
  }
  books.corrections.push(...corrections)
}

/** Each statement must begin with the balance with which the one before ended, so none is read twice or left out. */
function applyStatement(books: Books, statement: Message<'STATEMENT'>): void {
  const { last } = books
  const { id, opening, closing } = statement
  if (last && closing.day <= last.closing.day)
    throw new UnreadableFile(`The statement ${id} ends on ${closing.day}; statements are read to ${last.closing.day}`)
  if (last && opening.amount !== last.closing.amount)
    throw new EarlierStatementMissing(
      `The statement ${id} begins with ${opening.amount} cents, the one before ended with ${last.closing.amount}`,
    )
  const number = (last?.number ?? 0) + 1
  const lines = applyLines(books, keyed(id, statement.lines), true)
  books.lines.push(...lines.map((line) => ({ ...line, statement: number })))
  books.statements.push({ number, statement })
  books.last = { number, closing }
}

const keyed = (id: string, lines: readonly Line[]) => lines.map((line, i) => ({ key: `${id}/${i + 1}`, line }))

function applyLines(books: Books, lines: ReturnType<typeof keyed>, isStatement: boolean) {
  const { changes, lines: matched } = matchLines(lines, isStatement, [...books.payouts.values()], books.files)
  const byKey = new Map([...books.payouts.values()].map((payout) => [payout.key, payout]))
  for (const { key, state, reason, debitLine, returnLine } of changes) {
    const payout = { ...(byKey.get(key) as KnownPayout), debitLine, returnLine }
    put(books, payout, state, reason ?? undefined)
  }
  return matched
}
