/** First steps in a sandbox: the event that shows that a step was done. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { id } from '../schema.ts'
import type { FirstStep } from './first-step-names.ts'

const done = Type.Optional(id('Webhook'))
const FirstSteps = Type.Object(
  {
    done: Type.Object(
      { PAY: done, FAIL: done, WEBHOOK: done, CARD: done, AGENT: done } satisfies Record<FirstStep, typeof done>,
      { $id: 'FirstStepsDone', description: 'The earliest event of each step that was done' },
    ),
  },
  { $id: 'FirstSteps' },
)
export type FirstSteps = Static<typeof FirstSteps>

export const firstStepOperations = operations({
  getFirstSteps: {
    method: 'GET',
    path: '/sandbox/first-steps',
    tag: 'Sandbox',
    summary: 'Get the first steps that were done',
    permission: 'VIEW',
    sandbox: true,
    replies: { 200: FirstSteps },
  },
})
