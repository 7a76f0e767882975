/** Owns `npm run torture`: kill -9 of the process, of the database and of both, as many cycles as asked for. */
import { parseArgs } from 'node:util'
import { type Kill, torture } from './torture.ts'

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '10' }, connections: { type: 'string', default: '24' } },
})
const cycles = Number(values.cycles)
const kills = Array.from(
  { length: cycles },
  (_, i): Kill => (i % 5 === 4 ? 'both' : i % 2 === 0 ? 'process' : 'database'),
)

const { violations, ...figures } = await torture(kills, Number(values.connections), console.log)
console.log(
  `${figures.kills} kills, ${figures.payments} payments, ${figures.acknowledged} answers; of ${figures.unanswered} requests without one ` +
    `${figures.unansweredApplied} had been applied; ready again after at most ${Math.round(figures.slowest)} ms; ${violations.length} violations`,
)
for (const violation of violations.slice(0, 20)) console.log(`- ${violation}`)
process.exitCode = violations.length === 0 ? 0 : 1
