/** Memory for uploads that are held in memory: bounded for the process, and for each platform by half of it. */
import { LIMITS } from '../../../contract/limits.ts'
import { Refusal } from '../../core/refusal.ts'

/** Bytes of all announced uploads together. */
const ROOM = 4 * LIMITS.fileBytes
const ROOM_OF_ONE = ROOM / 2

/** @returns a function that releases the space */
export type ReserveMemory = (platformId: string, bytes: number) => () => void

/**
 * @throws Refusal RATE_LIMITED when there is not enough memory left: the caller tries again when other uploads have
 * ended
 */
export function uploadMemory(): ReserveMemory {
  const taken = new Map<string, number>()
  let all = 0
  return (platformId, bytes) => {
    const own = taken.get(platformId) ?? 0
    if (own + bytes > ROOM_OF_ONE || all + bytes > ROOM)
      throw new Refusal('RATE_LIMITED', 'Too much is being uploaded at once; try again shortly', {
        retryAfterSeconds: 1,
      })
    taken.set(platformId, own + bytes)
    all += bytes
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      const left = (taken.get(platformId) ?? 0) - bytes
      if (left > 0) taken.set(platformId, left)
      else taken.delete(platformId)
      all -= bytes
    }
  }
}
