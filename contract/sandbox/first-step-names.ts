/** Names of the first steps in a sandbox, which the home page suggests. Without schemas: the browser loads it. */

/** In the order in which they are suggested. */
export const FIRST_STEPS = ['PAY', 'FAIL', 'WEBHOOK', 'CARD', 'AGENT'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
