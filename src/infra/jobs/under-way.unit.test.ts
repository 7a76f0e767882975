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

  it('requests a claim after one that used all capacity', () => {
    underWay.begin('other', 'a', 4)
    underWay.noteFull()
    expect(underWay.end('other', 'a', 4)).toBe(true)
    expect(underWay.room().underWay).toEqual([])
  })
})
