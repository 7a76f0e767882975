/** Job budget tests: running jobs of one class or platform do not reduce the capacity of the others. */
import { beforeEach, describe, expect, it } from 'vitest'
import { UnderWay } from './under-way.ts'

const limits = {
  money: { total: 8, perPlatform: 4 },
  webhooks: { total: 8, perPlatform: 4 },
  other: { total: 8, perPlatform: 4 },
}

describe('the work under way', () => {
  let underWay: UnderWay
  beforeEach(() => {
    underWay = new UnderWay(limits)
  })

  it('of one platform leaves capacity for others, and of one class for other classes', () => {
    underWay.begin('webhooks', 'a', 4)
    expect(underWay.hasRoom('webhooks', 'a')).toBe(false)
    expect(underWay.hasRoom('webhooks', 'b')).toBe(true)
    underWay.begin('webhooks', 'b', 4)
    expect(underWay.hasRoom('webhooks', 'c')).toBe(false)
    expect(underWay.hasRoom('money', 'a')).toBe(true)
  })

  it('reports what can be claimed: nothing of a full class', () => {
    underWay.begin('webhooks', 'a', 9)
    underWay.begin('money', 'b', 3)
    expect(underWay.room()).toEqual({
      room: [
        { class: 'money', free: 5, perPlatform: 4 },
        { class: 'other', free: 8, perPlatform: 4 },
      ],
      underWay: [
        { class: 'webhooks', platformId: 'a', subjects: 9 },
        { class: 'money', platformId: 'b', subjects: 3 },
      ],
    })
  })

  it('requests a claim when half of a full limit is free again, once, and only if work was left', () => {
    underWay.begin('other', 'a', 4)
    expect([1, 1].map((subjects) => underWay.end('other', 'a', subjects))).toEqual([false, false])
    underWay.begin('other', 'a', 2)
    underWay.hasRoom('other', 'a')
    expect([1, 1, 1].map((subjects) => underWay.end('other', 'a', subjects))).toEqual([false, true, false])
  })

  /** A claim that begins now and finds these subjects of platforms; `meanwhile` is called before they are noted. */
  const claim = (found: Record<string, number>, meanwhile = () => {}) => {
    const capacity = underWay.room()
    const claimed = Object.entries(found).map(([platformId, subjects]) => ({
      class: 'other' as const,
      platformId,
      subjects,
    }))
    meanwhile()
    for (const { platformId, subjects } of claimed) underWay.begin('other', platformId, subjects)
    return underWay.noteClaim(capacity, claimed)
  }

  it('requests a claim after one that used all capacity of a platform or of the class', () => {
    expect(claim({ a: 4 })).toBe(false)
    expect(underWay.end('other', 'a', 4)).toBe(true)
    expect(underWay.room().underWay).toEqual([])
    expect(claim({ a: 2, b: 2, c: 2, d: 2 })).toBe(false)
    expect(underWay.end('other', 'a', 2)).toBe(false)
    expect(underWay.end('other', 'b', 2)).toBe(true)
  })

  it('requests a claim after one that used what it was offered, although work ended during the claim', () => {
    underWay.begin('other', 'a', 2)
    expect(claim({ a: 2 }, () => underWay.end('other', 'a', 1))).toBe(false)
    expect(underWay.end('other', 'a', 1)).toBe(true)
    expect(claim({ a: 2 }, () => underWay.end('other', 'a', 2))).toBe(true)
  })

  it('requests none after a claim that left capacity: nothing more is due', () => {
    expect(claim({ a: 3, b: 3 })).toBe(false)
    expect([underWay.end('other', 'a', 3), underWay.end('other', 'b', 3)]).toEqual([false, false])
  })

  it('requests a claim where a platform was full during the last one', () => {
    underWay.begin('other', 'a', 4)
    expect(claim({})).toBe(false)
    expect(underWay.end('other', 'a', 2)).toBe(true)
  })
})
