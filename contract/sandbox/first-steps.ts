/** First steps in a sandbox: what the home page suggests, and the event that shows that a step was done. */

/** In the order in which they are suggested. */
export const FIRST_STEPS = ['PAY', 'FAIL', 'WEBHOOK', 'CARD', 'AGENT'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export interface FirstSteps {
  /** Id of the earliest event of each step that was done. */
  readonly done: { readonly [Step in FirstStep]?: string }
}
