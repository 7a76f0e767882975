/** Interface gate: openapi.json keeps what the published interface promises, except for intended differences. */
import { readFileSync } from 'node:fs'
import { compare, judge } from './compare-interfaces.ts'
import { MEANT } from './differences.ts'
import { type Facts, factsOf } from './facts.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

const theirs = read('public-interface.generated.json') as Facts
const ours = factsOf(read('../../openapi.json'))
const lines = compare(theirs, ours)
const { unmeant, gone } = judge(lines, MEANT)
const waiting = Object.values(ours.operations).filter(({ notBuilt }) => notBuilt).length

for (const line of unmeant) console.error(line)
for (const what of gone) console.error(`Listed in differences.ts, but there is no such difference: ${what}`)
if (unmeant.length + gone.length > 0) {
  console.error('Keep to the public interface, or give the reason in scripts/interface/differences.ts.')
  process.exitCode = 1
}
console.log(
  `${Object.keys(theirs.operations).length} operations compared, ${waiting} not built here; ${lines.length} differences, ${unmeant.length} of them not meant.`,
)
