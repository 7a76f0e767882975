/** LRU map test: which entries it evicts. */
import { expect, it } from 'vitest'
import { LruMap } from './lru-map.ts'

const abc = () => {
  const map = new LruMap<string, number>(3)
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) map.set(key, value)
  return map
}
const kept = (map: LruMap<string, number>) => ['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined)

it('evicts what was unused for longest', () => {
  const map = abc()
  map.set('d', 4)
  expect(kept(map)).toEqual(['b', 'c', 'd'])
})

it('counts reads and repeated writes as use', () => {
  const map = abc()
  expect(map.get('a')).toBe(1)
  map.set('b', 20)
  map.set('d', 4)
  expect(kept(map)).toEqual(['a', 'b', 'd'])
  expect(map.get('b')).toBe(20)
})
