/** Command declaration: a rule, the rows that it will read and the signature that it needs. */
import { requireSignature, type SignatureRequirement, type Signer } from '../core/signature.ts'
import type { Rows } from './rows.ts'
import type { Table } from './table.ts'

/** A row that a command will read, by table and key; `peek`: to peek at. */
export type Read = readonly [table: Table, key: string, mode?: 'peek']

/** What `reads` may use: rows as this process saw them last, perhaps outdated, or never. */
export type SeenRows = Pick<Rows, 'platformId' | 'lastSeen'>

export interface Declaration<Input, Reply> {
  /**
   * Rows that `signature` and `run` will read, so that the engine fetches them in one round trip. Keys follow from the
   * input and from rows that were seen before; what depends on an unseen row is omitted, and named in the next run,
   * when that row has been fetched. Only an optimization: too many or too few rows only change the number of round
   * trips.
   */
  readonly reads?: (seen: SeenRows, input: Input) => readonly Read[]
  /**
   * What must be signed before `run`; undefined: nothing. Refusals that precede the request for a signature are thrown
   * here, also those that depend on who signed.
   */
  readonly signature?: (rows: Rows, input: Input, signer: Signer | undefined) => SignatureRequirement | undefined
  /** The rule: plain synchronous code, run again whenever a row had to be fetched (see `Command`). */
  readonly run: (rows: Rows, input: Input, signer: Signer | undefined) => Reply
}

/**
 * Turns a declaration into a function of rows, which other commands can call.
 * @returns a function that throws what `signature` and `run` throw; SignatureNeeded when a signature is required and missing; Refusal UNAUTHORIZED when the signature was given for another request
 */
export function command<Input, Reply>({ reads, signature, run }: Declaration<Input, Reply>) {
  return (rows: Rows, input: Input, signer?: Signer): Reply => {
    if (reads) rows.prefetch(...reads(rows, input))
    if (signature) requireSignature(signer, signature(rows, input, signer))
    return run(rows, input, signer)
  }
}
