/** Owns the limits of requests: of a token in a second, none unless configured; and of an address that keeps failing. */
import { elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'

/** A bucket that fills evenly. @returns a check that throws Refusal RATE_LIMITED when the caller is too fast */
export function rateLimit(perSecond: number | undefined): (callerKey: string) => void {
  if (!perSecond) return () => {}
  const buckets = bucketsOf(perSecond, 1000)
  return (callerKey) => {
    if (!buckets.take(callerKey))
      throw new Refusal('RATE_LIMITED', `More than ${perSecond} requests in a second`, { retryAfterSeconds: 1 })
  }
}

interface FailureLimit {
  /** @throws Refusal RATE_LIMITED while the address has failed too often */
  refuseTooMany(address: string): void
  count(address: string): void
}

/** Only failures count, so that nobody who does no wrong is kept out. */
export function failureLimit(perMinute: number): FailureLimit {
  const buckets = bucketsOf(perMinute, 60_000)
  return {
    refuseTooMany(address) {
      if (buckets.left(address) >= 1) return
      const retryAfterSeconds = Math.ceil(60 / perMinute)
      throw new Refusal('RATE_LIMITED', 'Too many failures from this address', { retryAfterSeconds })
    },
    count: (address) => void buckets.take(address),
  }
}

/** @returns buckets that hold so many, and are full again after so long */
function bucketsOf(size: number, fullAfterMs: number) {
  const buckets = new Map<string, { level: number; at: number }>()
  const bucketOf = (key: string) => {
    const now = elapsed()
    const bucket = buckets.get(key) ?? { level: size, at: now }
    bucket.level = Math.min(size, bucket.level + ((now - bucket.at) / fullAfterMs) * size)
    bucket.at = now
    if (buckets.size > 10_000) buckets.clear()
    buckets.set(key, bucket)
    return bucket
  }
  return {
    left: (key: string): number => bucketOf(key).level,
    take(key: string): boolean {
      const bucket = bucketOf(key)
      if (bucket.level < 1) return false
      bucket.level -= 1
      return true
    },
  }
}
