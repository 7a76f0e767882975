/** Dependencies of several rooms together. */

/** The first arguments of all these functions, as one object. */
export type NeedsOf<Rooms> = Rooms extends readonly [(needs: infer Needs, ...more: never[]) => unknown, ...infer Others]
  ? Needs & NeedsOf<Others>
  : unknown
