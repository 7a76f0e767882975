/** Rate limits: of tokens, platforms and network addresses, over all processes. */
import { elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'

/** Token bucket: `quota` in a window, full at first, refilled evenly. */
export interface Rate {
  /** Name in the RateLimit headers. */
  readonly name: string
  readonly quota: number
  readonly seconds: number
}

/**
 * Debits what this process has used to the bucket that all processes share.
 * @returns what is left there; below zero when all processes together were too fast
 */
export type Debit = (platformId: string, subject: string, used: number, rate: Rate) => Promise<number>

/** A process debits after this fraction of the quota: the accuracy of the limit. */
const SHARE = 20

/**
 * A limit shared by all processes, without a request ever waiting for the database: each process has its own bucket and
 * debits its use to a shared one in the background. When the shared bucket is empty, the process empties its own.
 * Together they may exceed the quota by a twentieth per process, and by what arrives during one round trip to the
 * database. While the database does not answer, each process enforces the quota by itself.
 * @param debit absent: there is one process. @returns a check that throws Refusal RATE_LIMITED
 */
export function sharedLimit(rate: Rate | undefined, debit?: Debit): (platformId: string, subject: string) => void {
  if (!rate) return () => {}
  const { bucketFor, spend } = sharedBuckets(rate, debit)
  return (platformId, subject) => {
    const bucket = bucketFor(platformId, subject)
    if (bucket.level < 1) throw tooFast(rate, bucket.level)
    spend(bucket, platformId, subject)
  }
}

/** Addresses belong to no platform. */
const NO_PLATFORM = '00000000-0000-0000-0000-000000000000'

/** `sharedLimit` of network addresses. */
export function addressLimit(rate: Rate | undefined, debit?: Debit): (address: string) => void {
  const limit = sharedLimit(rate, debit)
  return (address) => limit(NO_PLATFORM, address)
}

/** Buckets of this process, whose use is debited to those that all processes share. */
function sharedBuckets(rate: Rate, debit?: Debit) {
  const buckets = bucketsOf(rate)
  const share = Math.max(1, Math.floor(rate.quota / SHARE))
  return {
    bucketFor: (platformId: string, subject: string): Bucket => buckets(`${platformId} ${subject}`),
    spend(bucket: Bucket, platformId: string, subject: string): void {
      bucket.level -= 1
      bucket.used += 1
      if (!debit || bucket.isDebiting || bucket.used < share) return
      const { used } = bucket
      bucket.isDebiting = true
      debit(platformId, subject, used, rate)
        .then((left) => {
          bucket.used -= used
          if (left < 0) bucket.level = Math.min(bucket.level, left)
        })
        // Debited with the next share.
        .catch(() => undefined)
        .finally(() => {
          bucket.isDebiting = false
        })
    },
  }
}

const tooFast = ({ name, quota, seconds }: Rate, level: number): Refusal =>
  new Refusal('RATE_LIMITED', `More than ${quota} in ${seconds === 1 ? 'a second' : `${seconds} seconds`}`, {
    limit: { name, quota, seconds },
    retryAfterSeconds: Math.max(1, Math.ceil(((1 - level) / quota) * seconds)),
  })

interface FailureLimit {
  /** @throws Refusal RATE_LIMITED while the address has failed too often */
  refuseTooMany(address: string): void
  count(address: string): void
}

/**
 * Counts failures only, so that callers without failures are never refused.
 * @param debit absent: in this process only; otherwise over all processes, as `sharedLimit`
 */
export function failureLimit(perMinute: number, debit?: Debit, name = 'failures'): FailureLimit {
  const { bucketFor, spend } = sharedBuckets({ name, quota: perMinute, seconds: 60 }, debit)
  return {
    refuseTooMany(address) {
      if (bucketFor(NO_PLATFORM, address).level >= 1) return
      const retryAfterSeconds = Math.ceil(60 / perMinute)
      throw new Refusal('RATE_LIMITED', 'Too many failures from this address', { retryAfterSeconds })
    },
    count(address) {
      const bucket = bucketFor(NO_PLATFORM, address)
      if (bucket.level >= 1) spend(bucket, NO_PLATFORM, address)
    },
  }
}

/**
 * Failed authentications of one address: beyond the limit they are answered 429. Valid credentials always pass, so that
 * clients behind a shared address do not lock each other out. @param perMinute undefined: no limit
 */
export function slowedFailures(
  perMinute: number | undefined,
  debit?: Debit,
): (refusal: Refusal, address: string) => Refusal {
  if (!perMinute) return (refusal) => refusal
  const failures = failureLimit(perMinute, debit)
  return (refusal, address) => {
    if (refusal.status !== 401 || refusal.details?.reason !== undefined) return refusal
    try {
      failures.refuseTooMany(address)
    } catch (tooMany) {
      return tooMany as Refusal
    }
    failures.count(address)
    return refusal
  }
}

interface Bucket {
  level: number
  at: number
  /** Use since the last debit. */
  used: number
  isDebiting: boolean
}

const BUCKETS_MAX = 10_000

/** @returns the bucket of a key, filled up to now */
function bucketsOf({ quota, seconds }: Rate): (key: string) => Bucket {
  const buckets = new Map<string, Bucket>()
  return (key) => {
    const now = elapsed()
    let bucket = buckets.get(key)
    if (!bucket) {
      if (buckets.size >= BUCKETS_MAX) buckets.clear()
      buckets.set(key, (bucket = { level: quota, at: now, used: 0, isDebiting: false }))
    }
    bucket.level = Math.min(quota, bucket.level + ((now - bucket.at) / (seconds * 1000)) * quota)
    bucket.at = now
    return bucket
  }
}
