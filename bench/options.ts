/** Options of a run. */
import { parseArgs } from 'node:util'
import { type Measurement, named } from './goals.ts'
import { KINDS } from './work/work.ts'

export function readOptions() {
  const { values: options } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      kinds: { type: 'string' },
      lines: { type: 'string' },
      quick: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  })
  const seconds = options.quick ? 2 : Number(options.seconds)
  const roundCount = options.quick ? 1 : Number(options.rounds)
  if (!(seconds > 0) || !(roundCount > 0)) throw new Error('--seconds and --rounds must be numbers above 0')
  if (options.only && !['postgres', 'embedded'].includes(options.only))
    throw new Error('--only must be postgres or embedded')
  const kinds = options.kinds ? options.kinds.split(',') : Object.keys(KINDS)
  if (!kinds.every((kind) => kind in KINDS)) throw new Error(`--kinds must be of ${Object.keys(KINDS).join(', ')}`)
  const lines = options.lines?.split(',')
  const chosen = (asked: readonly Measurement[], where = 'PostgreSQL') =>
    asked.filter(
      (each) => kinds.includes(each.kind) && (lines?.some((line) => `${named(where, each)}$`.includes(line)) ?? true),
    )
  const isWhole = !options.quick && !options.against && !options.only && !options.kinds && !options.lines
  return { ...options, seconds, roundCount, kinds, lines, isWhole, chosen }
}
