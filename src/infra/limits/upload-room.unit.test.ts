/** Room for uploads: forty files of the largest size never stand in memory at once. */
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/limits.ts'
import { uploadRoom } from './upload-room.ts'

const taken = (take: ReturnType<typeof uploadRoom>, platform: string, bytes = LIMITS.fileBytes) => {
  try {
    return take(platform, bytes)
  } catch (refusal) {
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } })
    return undefined
  }
}

describe('the room for uploads', () => {
  it('holds two of the largest files of a platform, and four of all', () => {
    const take = uploadRoom()
    const held = Array.from({ length: 40 }, () => taken(take, 'a')).filter(Boolean)
    expect(held).toHaveLength(2)
    expect(Array.from({ length: 40 }, (_, index) => taken(take, `b${index}`)).filter(Boolean)).toHaveLength(2)
  })

  it('holds many small ones', () => {
    const take = uploadRoom()
    expect(Array.from({ length: 100 }, () => taken(take, 'a', 100_000)).filter(Boolean)).toHaveLength(100)
  })

  it('is free again when they have ended, however often that is said', () => {
    const take = uploadRoom()
    const giveBack = taken(take, 'a', 2 * LIMITS.fileBytes)
    expect(taken(take, 'a')).toBeUndefined()
    giveBack?.()
    giveBack?.()
    expect(Array.from({ length: 3 }, () => taken(take, 'a')).filter(Boolean)).toHaveLength(2)
  })
})
