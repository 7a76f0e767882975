/** Dependencies of several rooms together. */

/** What all of these functions take as their first argument, as one object. */
export type NeedsOf<Rooms> = Rooms extends readonly [(needs: infer Needs, ...more: never[]) => unknown, ...infer Others]
  ? Needs & NeedsOf<Others>
  : unknown
