/** Sandbox clock: all deadlines and schedules of the sandbox follow it. */
import Type from 'typebox'
import { operations } from '../operation.ts'
import { Timestamp } from '../schema.ts'

const SandboxClock = Type.Object(
  {
    now: Timestamp,
    frozen: Type.Boolean({ description: 'Whether the clock is stopped; it can still be moved' }),
    due: Type.Array(
      Type.Object(
        {
          at: Timestamp,
          what: Type.String({ description: 'Name of the job' }),
          count: Type.Integer({ minimum: 1, description: 'Number of objects' }),
        },
        { $id: 'SandboxClockDue' },
      ),
      { description: 'Scheduled jobs of the platform, soonest first; at most 100' },
    ),
    moving: Type.Optional(
      Type.Object(
        {
          to: Timestamp,
          done: Type.Integer({ minimum: 0, description: 'Objects processed since the move began' }),
          left: Type.Integer({ minimum: 0, description: 'Objects scheduled until `to`' }),
        },
        {
          $id: 'SandboxClockMove',
          description: 'The current move, with the jobs of all platforms; absent when there is none',
        },
      ),
    ),
  },
  { $id: 'SandboxClock' },
)

/** Longest move of the clock. */
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
      'Returns when all jobs that came due are done, in order of their time. After some hundred objects, or five seconds, it returns with the rest of the work as `moving` and continues; `GET /sandbox/clock` shows the progress. Moves are made one after another.',
    body: Type.Object(
      { seconds: Type.Integer({ minimum: 1, maximum: MOVE_MAX_SECONDS }) },
      { $id: 'SandboxClockAdvanceRequest' },
    ),
  },
  advanceSandboxClockTo: {
    ...move,
    path: '/sandbox/clock/advance-to',
    summary: 'Move the clock to a time',
    description: 'Forward only, and at most ten years of 365 days ahead of the clock.',
    body: Type.Object({ time: Timestamp }, { $id: 'SandboxClockAdvanceToRequest' }),
  },
  advanceSandboxClockToNext: {
    ...move,
    path: '/sandbox/clock/next',
    summary: 'Move the clock to the next job',
    description: 'Without a scheduled job the clock stays where it is.',
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
