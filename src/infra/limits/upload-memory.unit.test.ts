/** Upload memory tests: the limit of a platform, and of the process. */
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { uploadMemory } from './upload-memory.ts'

const taken = (take: ReturnType<typeof uploadMemory>, platform: string, bytes = LIMITS.fileBytes) => {
  try {
    return take(platform, bytes)
  } catch (refusal) {
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } })
    return undefined
  }
}

describe('the memory for uploads', () => {
  it('holds two of the largest files of a platform, and four of all', () => {
    const take = uploadMemory()
    const held = Array.from({ length: 40 }, () => taken(take, 'a')).filter(Boolean)
    expect(held).toHaveLength(2)
    expect(Array.from({ length: 40 }, (_, index) => taken(take, `b${index}`)).filter(Boolean)).toHaveLength(2)
  })

  it('holds many small ones', () => {
    const take = uploadMemory()
    expect(Array.from({ length: 100 }, () => taken(take, 'a', 100_000)).filter(Boolean)).toHaveLength(100)
  })

  it('is released when they have ended, even if released twice', () => {
    const take = uploadMemory()
    const giveBack = taken(take, 'a', 2 * LIMITS.fileBytes)
    expect(taken(take, 'a')).toBeUndefined()
    giveBack?.()
    giveBack?.()
    expect(Array.from({ length: 3 }, () => taken(take, 'a')).filter(Boolean)).toHaveLength(2)
  })
})
