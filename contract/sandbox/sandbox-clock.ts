/** Owns the operations on the sandbox's clock: everything timed goes by it. */
import Type from 'typebox'
import { operations } from '../operation.ts'
import { Timestamp } from '../schema.ts'

const SandboxClock = Type.Object(
  {
    now: Timestamp,
    frozen: Type.Boolean({ description: 'It stands still until it is moved or unfrozen' }),
    due: Type.Array(
      Type.Object(
        {
          at: Timestamp,
          what: Type.String({ description: 'Name of the work' }),
          count: Type.Integer({ minimum: 1, description: 'How many objects it is about' }),
        },
        { $id: 'SandboxClockDue' },
      ),
      { description: 'What is planned, soonest first; at most 100' },
    ),
    moving: Type.Optional(
      Type.Object(
        {
          to: Timestamp,
          done: Type.Integer({ minimum: 0, description: 'Objects that were dealt with since it began' }),
          left: Type.Integer({ minimum: 0, description: 'Objects that are planned until `to`' }),
        },
        {
          $id: 'SandboxClockMove',
          description: 'The move under way; absent when the clock has come to where it was moved. Of all platforms',
        },
      ),
    ),
  },
  { $id: 'SandboxClock' },
)

/** The farthest that one move goes. */
export const MOVE_MAX_SECONDS = 315_360_000

const common = { tag: 'Sandbox', sandbox: true, replies: { 200: SandboxClock } } as const
const move = { ...common, method: 'POST', permission: 'TRANSACT' } as const

export const sandboxClockOperations = operations({
  getSandboxClock: { ...common, method: 'GET', path: '/sandbox/clock', summary: 'Read the clock', permission: 'VIEW' },
  advanceSandboxClock: {
    ...move,
    path: '/sandbox/clock/advance',
    summary: 'Move the clock forward',
    description:
      'Answers when everything that came due has been done, in order of its moment. When that is more than some hundred objects or takes longer than five seconds, it answers with what is left as `moving`, and goes on by itself; `GET /sandbox/clock` shows how far it is. Moves are made one after another.',
    body: Type.Object(
      { seconds: Type.Integer({ minimum: 1, maximum: MOVE_MAX_SECONDS }) },
      { $id: 'SandboxClockAdvanceRequest' },
    ),
  },
  advanceSandboxClockTo: {
    ...move,
    path: '/sandbox/clock/advance-to',
    summary: 'Move the clock to a moment',
    description: 'Forwards only, and at most ten years of 365 days ahead of the clock.',
    body: Type.Object({ time: Timestamp }, { $id: 'SandboxClockAdvanceToRequest' }),
  },
  advanceSandboxClockToNext: {
    ...move,
    path: '/sandbox/clock/next',
    summary: 'Move the clock to what is due next',
    description: 'Nothing planned: the clock stays.',
    body: Type.Object({}),
    bodyOptional: true,
  },
  freezeSandboxClock: {
    ...move,
    path: '/sandbox/clock/freeze',
    summary: 'Stop the clock',
    body: Type.Object({}),
    bodyOptional: true,
  },
  unfreezeSandboxClock: {
    ...move,
    path: '/sandbox/clock/unfreeze',
    summary: 'Let the clock run',
    body: Type.Object({}),
    bodyOptional: true,
  },
})
