/** Matching of statement lines: each is a payout's debit, a file's debit, a return, an arrival, or open. Pure. */
import { idInText, referenceOf } from '../../../core/reference.ts'
import type { Line, Reason } from './messages.ts'

export interface KnownPayout {
  readonly key: string
  readonly reference: string
  readonly amount: bigint
  readonly file: number
  readonly state: 'FILED' | 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED'
  readonly debitLine: string | null
  readonly returnLine: string | null
  readonly closed: boolean
}

export interface KnownFile {
  readonly number: number
  readonly id: string
}

/** Changes to a payout. */
export interface PayoutChange {
  readonly key: string
  readonly state: KnownPayout['state']
  readonly reason: Reason | null
  readonly debitLine: string | null
  readonly returnLine: string | null
}

/** FEE: charged by the bank. OPEN: a debit whose reason is unknown. */
export type Matched = 'PAYOUT' | 'FILE' | 'RETURN' | 'ARRIVAL' | 'FEE' | 'OPEN'

export interface MatchedLine {
  readonly key: string
  readonly line: Line
  readonly matched: Matched
  /** Key of the payout that the line is about. */
  readonly payout: string | null
}

export interface Matching {
  readonly lines: readonly MatchedLine[]
  readonly changes: readonly PayoutChange[]
}

/**
 * @param lines of one message, with keys that no other line has
 * @param isStatement whether the lines are final; otherwise they only bring forward what the statement will say
 * @param payouts all that the lines may name, and all of the files that they may name
 */
export function matchLines(
  lines: readonly { readonly key: string; readonly line: Line }[],
  isStatement: boolean,
  payouts: readonly KnownPayout[],
  files: readonly KnownFile[],
): Matching {
  const state = new Map(payouts.map((payout) => [payout.reference, { payout, reason: null as Reason | null }]))
  const put = (payout: KnownPayout, reason: Reason | null = null) =>
    state.set(payout.reference, { payout, reason: reason ?? state.get(payout.reference)?.reason ?? null })
  const debit = (payout: KnownPayout, key: string) =>
    put({
      ...payout,
      state: payout.state === 'FILED' || payout.state === 'ACCEPTED' ? 'SETTLED' : payout.state,
      debitLine: isStatement ? key : payout.debitLine,
    })

  const matchOne = (key: string, line: Line): Omit<MatchedLine, 'key' | 'line'> => {
    const named = namesIn(line).flatMap((name) => state.get(name)?.payout ?? [])[0]
    if (named && line.amount === -named.amount && isDebitable(named)) {
      debit(named, key)
      return { matched: 'PAYOUT', payout: named.key }
    }
    // If the bank has reported the return before, its statement line need not be marked as a return.
    const isReturn = line.returned !== null || named?.state === 'RETURNED'
    if (named && isReturn && line.amount === named.amount && isReturnable(named)) {
      const next = named.state === 'REJECTED' ? 'REJECTED' : 'RETURNED'
      put({ ...named, state: next, returnLine: isStatement ? key : named.returnLine }, line.returned)
      return { matched: 'RETURN', payout: named.key }
    }
    // Returns that the bank reported one by one and credits as one sum.
    const returned = line.returned && !named ? [...state.values()].map(({ payout }) => payout).filter(isOwedBack) : []
    if (returned.length > 0 && line.amount === sumOf(returned)) {
      if (isStatement) for (const payout of returned) put({ ...payout, returnLine: key })
      return { matched: 'RETURN', payout: null }
    }
    const file = line.amount < 0n ? namedFile(line, files) : undefined
    const inFile = file ? [...state.values()].map(({ payout }) => payout).filter((p) => p.file === file.number) : []
    const owed = inFile.filter(isDebitable)
    const whole = inFile.filter(({ debitLine }) => debitLine === null)
    for (const part of [owed, whole])
      if (part.length > 0 && line.amount === -sumOf(part)) {
        for (const payout of part) debit(payout, key)
        return { matched: 'FILE', payout: null }
      }
    if (line.amount > 0n) return { matched: 'ARRIVAL', payout: null }
    return { matched: line.isCharge ? 'FEE' : 'OPEN', payout: null }
  }

  const matched = lines.map(({ key, line }) => ({ key, line, ...matchOne(key, line) }))
  const changes = payouts.flatMap((before) => {
    const { payout: after, reason } = state.get(before.reference) as { payout: KnownPayout; reason: Reason | null }
    const { key, debitLine, returnLine } = after
    return after === before ? [] : [{ key, state: after.state, reason, debitLine, returnLine }]
  })
  return { lines: matched, changes }
}

/** The bank may debit a payout once, and a rejected one not at all. */
const isDebitable = ({ state, debitLine }: KnownPayout): boolean => debitLine === null && state !== 'REJECTED'

/** A payout is returned once; for a rejected one, the bank returns what it debited with the file. */
const isReturnable = ({ state, returnLine, debitLine, closed }: KnownPayout): boolean =>
  returnLine === null && !closed && (state !== 'REJECTED' || debitLine !== null)

const isOwedBack = ({ state, returnLine }: KnownPayout): boolean => state === 'RETURNED' && returnLine === null

const sumOf = (payouts: readonly KnownPayout[]): bigint => payouts.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * References by which the line may name a payout or a file: its reference fields first, then each word of its texts.
 */
export const namesIn = ({ endToEnd, batch, texts }: Line): string[] =>
  [endToEnd, batch, ...texts.flatMap((text) => text.split(/[\s,;]+/))].filter(
    (name) => name !== null && name !== '',
  ) as string[]

const namedFile = (line: Line, files: readonly KnownFile[]): KnownFile | undefined => {
  const names = new Set(namesIn(line))
  return files.find(({ id }) => names.has(id))
}

/** The reference of an account or quote that a payer has given; undefined when there is none, or when there are several. */
export function depositReference({ texts, endToEnd }: Line): string | undefined {
  const id = idInText([...texts, endToEnd ?? ''].join(' '))
  return id === undefined ? undefined : referenceOf(id)
}
