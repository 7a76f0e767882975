import { describe, expect, it } from 'vitest'
import { perKeyLimit } from './per-key-limit.ts'

const nothingLeftToDo = () => new Promise((resume) => setImmediate(resume))

describe('a concurrency limit per key', () => {
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name)
      ends.set(name, (error) => (error ? reject(error) : resolve(name)))
    })

  it('starts work up to the limit of a key, and the rest in order as running work ends, even with a failure', async () => {
    const turns = perKeyLimit(2)
    const results = ['a', 'b', 'c', 'd'].map((name) => turns('slow', work(name)).catch(() => `${name} failed`))
    const other = turns('quick', work('e'))
    await nothingLeftToDo()
    expect(started).toEqual(['a', 'b', 'e'])

    ends.get('b')?.(new Error('no'))
    await nothingLeftToDo()
    expect(started).toEqual(['a', 'b', 'e', 'c'])

    ends.get('a')?.()
    await nothingLeftToDo()
    expect(started).toEqual(['a', 'b', 'e', 'c', 'd'])

    for (const name of ['c', 'd', 'e']) ends.get(name)?.()
    expect(await Promise.all([...results, other])).toEqual(['a', 'b failed', 'c', 'd', 'e'])
  })
})
