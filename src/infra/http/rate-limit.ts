/** Owns the general limit of requests a token may make in a second; none unless configured. */
import { elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'

/** A bucket that fills evenly. @returns a check that throws Refusal RATE_LIMITED when the caller is too fast */
export function rateLimit(perSecond: number | undefined): (callerKey: string) => void {
  if (!perSecond) return () => {}
  const buckets = new Map<string, { level: number; at: number }>()
  return (callerKey) => {
    const now = elapsed()
    const bucket = buckets.get(callerKey) ?? { level: perSecond, at: now }
    bucket.level = Math.min(perSecond, bucket.level + ((now - bucket.at) / 1000) * perSecond)
    bucket.at = now
    if (buckets.size > 10_000) buckets.clear()
    buckets.set(callerKey, bucket)
    if (bucket.level < 1)
      throw new Refusal('RATE_LIMITED', `More than ${perSecond} requests in a second`, { retryAfterSeconds: 1 })
    bucket.level -= 1
  }
}
