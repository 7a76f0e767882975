import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Head, prove } from './chain.ts'

const [ADA, BOB] = ['Agent:ada', 'Agent:bob'] as const

function chain(agentId: `Agent:${string}`, length: number, outcome = 'DONE') {
  let previousHash = '0'.repeat(64)
  return Array.from({ length }, (_, place) => {
    const said = {
      agentId,
      sequence: place + 1,
      outcome,
      amount: { amount: place, currency: { code: 'USD', decimals: 2 } },
    }
    const content = JSON.stringify(said)
    const hash = createHash('sha256')
      .update(previousHash + content)
      .digest('hex')
    const entry = { ...said, id: `AgentAuditEntry:${place}`, content, previousHash, hash }
    previousHash = hash
    return entry
  })
}
type Entry = ReturnType<typeof chain>[number]
const changed = (place: number, change: Partial<Entry>) =>
  chain(ADA, 3).map((entry, at) => (at === place ? { ...entry, ...change } : entry))
const findBreaks = async (entries: readonly Entry[], known?: ReadonlyMap<string, Head>) =>
  (await prove(entries, known)).breaks.map(({ sequence, what }) => `${sequence} ${what}`)

describe('the proof of the audit log', () => {
  it('accepts complete chains, also with several agents mixed', async () => {
    const [ada, bob] = [chain(ADA, 3), chain(BOB, 2)]
    const { heads, count, breaks } = await prove([ada[0], bob[0], ada[1], bob[1], ada[2]] as Entry[])
    expect(breaks).toEqual([])
    expect(count).toBe(5)
    expect(heads.get(ADA)).toEqual({ sequence: 3, hash: ada[2]?.hash })
  })

  it.each<[string, Partial<Entry>, string]>([
    ['text', { content: '{"agentId":"Agent:ada","sequence":2}' }, '2 has a hash that does not match its text'],
    ['hash', { hash: 'f'.repeat(64) }, '2 has a hash that does not match its text'],
    ['shown part', { outcome: 'REFUSED' }, '2 is displayed differently from its hashed text'],
    [
      'shown amount',
      { amount: { amount: 9, currency: { code: 'USD', decimals: 2 } } },
      '2 is displayed differently from its hashed text',
    ],
  ])('detects a changed %s', async (_, change, first) => {
    expect((await findBreaks(changed(1, change)))[0]).toBe(first)
  })

  it('detects a removed entry and a duplicate', async () => {
    const [first, second, third] = chain(ADA, 3) as [Entry, Entry, Entry]
    expect(await findBreaks([first, third])).toEqual(['3 does not follow the previous entry'])
    expect(await findBreaks([first, second, second])).toEqual(['2 does not follow the previous entry'])
    expect(await findBreaks([second, third])).toEqual(['2 does not follow the previous entry'])
  })

  it('detects a chain that was truncated or rewritten since it was last verified', async () => {
    const whole = chain(ADA, 3)
    const known = new Map([[ADA, { sequence: 3, hash: whole[2]?.hash as string }]])
    expect(await findBreaks(whole, known)).toEqual([])
    const lost = ['3 differs from the entry that this browser verified earlier']
    expect(await findBreaks(whole.slice(0, 2), known)).toEqual(lost)
    expect(await findBreaks(chain(ADA, 4, 'REFUSED'), known)).toEqual(lost)
    expect(await findBreaks(chain(BOB, 1), known)).toEqual(lost)
  })
})
