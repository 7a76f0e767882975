/**
 * Unknown names: fields that clients of the public interface send beyond the contract are never treated as misspelt.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Call, type Facts, type Fields, factsOf, marksOf, type Shape } from '../../scripts/interface/facts.ts'
import { nearMiss } from '../../src/core/near-miss.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const theirs: Facts = read('../../scripts/interface/public-interface.generated.json')
const ours = factsOf(read('../../openapi.json'))

const resolved = ({ schemas }: Facts, shape: Shape | undefined): Shape | undefined =>
  typeof shape === 'string' && shape.startsWith('#') ? resolved({ schemas } as Facts, schemas[shape.slice(1)]) : shape
const namesOf = (fields: Fields) => Object.keys(fields).map((key) => marksOf(key).name)

/** Every name of the public interface that the contract lacks, with the contract's names at that place. */
function* beyond(their: Shape | undefined, our: Shape | undefined): Generator<readonly [string, readonly string[]]> {
  const [there, here] = [resolved(theirs, their), resolved(ours, our)]
  if (typeof there !== 'object' || typeof here !== 'object') return
  if ('list' in there && 'list' in here) yield* beyond(there.list, here.list)
  if ('cases' in there && 'cases' in here)
    for (const [tag, shape] of Object.entries(there.cases)) yield* beyond(shape, here.cases[tag])
  if (!('fields' in there && 'fields' in here)) return
  const known = namesOf(here.fields)
  for (const [key, shape] of Object.entries(there.fields)) {
    const { name } = marksOf(key)
    if (known.includes(name)) yield* beyond(shape, here.fields[Object.keys(here.fields)[known.indexOf(name)] as string])
    else yield [name, known]
  }
}

const queryOf = ({ parameters }: Call) => Object.keys(parameters).flatMap((key) => /^query\.(\w+)/.exec(key)?.[1] ?? [])

it('are not near misses of known fields, in any body or query of the public interface', () => {
  const extra = Object.entries(theirs.operations).flatMap(([operation, call]) => {
    const mine = ours.operations[operation]
    if (!mine) return []
    const query = queryOf(mine)
    const parameters = queryOf(call).flatMap((name) => (query.includes(name) ? [] : [[name, query] as const]))
    return [...beyond(call.body, mine.body), ...parameters].map((found) => [operation, ...found] as const)
  })
  expect(extra.map(([, name]) => name)).toContain('kycStatus')
  expect(extra.filter(([, name, known]) => nearMiss(name, known) !== undefined)).toEqual([])
})
