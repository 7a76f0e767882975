/** Command declaration: beside its rule, the rows that it will read and the signature that it needs. */
import { requireSignature, type SignatureRequirement, type Signer } from '../core/signature.ts'
import type { Rows } from './rows.ts'
import type { Table } from './table.ts'

/** A row that a command will read, by table and key; `peek`: to peek at. */
export type Read = readonly [table: Table, key: string, mode?: 'peek']

/** What `reads` may use: rows as this process saw them last, perhaps outdated, perhaps not at all. */
export type SeenRows = Pick<Rows, 'platformId' | 'lastSeen'>

export interface Declaration<Input, Reply> {
  /**
   * Rows that `signature` and `run` will read, so that the engine fetches them in one round trip. Keys follow from the
   * input and from rows that were seen before; what depends on a row that was not seen is left out, and named in the
   * next run, when that row is here. Only an optimisation: rows too many or too few change the number of round
   * trips and nothing else.
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
 * Makes a function of rows out of a declaration; other commands call it like any function.
 * @returns a function that throws what `signature` and `run` throw; SignatureNeeded when a signature is required and there
 *   is not a signer; Refusal UNAUTHORIZED when the signature was given for something else
 */
export function command<Input, Reply>({ reads, signature, run }: Declaration<Input, Reply>) {
  return (rows: Rows, input: Input, signer?: Signer): Reply => {
    if (reads) rows.prefetch(...reads(rows, input))
    if (signature) requireSignature(signer, signature(rows, input, signer))
    return run(rows, input, signer)
  }
}
