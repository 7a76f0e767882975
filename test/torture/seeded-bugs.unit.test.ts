/** Seeded bugs test: each still matches the line that it breaks. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SEEDED_BUGS } from './seeded-bugs.ts'

it.each(SEEDED_BUGS)('the torture test can seed: $name', ({ file, find, replace }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(replace).not.toBe(find)
})
