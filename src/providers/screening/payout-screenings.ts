/** Payout screenings: the verdict on each payout, and what an operator decided about those that were held. Never deleted. */
import type { Store } from '../../infra/db/store.ts'
import type { ScreeningVerdict, Submission } from './port.ts'

export interface PayoutScreening {
  readonly submission: Submission
  /** PENDING: no verdict was possible yet. */
  readonly verdict: ScreeningVerdict['verdict'] | 'PENDING'
  /** Whether it was PENDING before. */
  readonly hasWaited: boolean
  /** Null: not decided, or nothing to decide. */
  readonly decision: 'RELEASED' | 'REJECTED' | null
}

export interface PayoutScreenings {
  find(key: string): Promise<PayoutScreening | undefined>
  /**
   * Stores a verdict, unless there is one other than PENDING: the first of several processes decides. @returns the
   * stored one
   */
  add(
    key: string,
    submission: Submission,
    verdict: ScreeningVerdict | { readonly verdict: 'PENDING' },
  ): Promise<PayoutScreening>
}

export function payoutScreenings({ query }: Pick<Store, 'query'>): PayoutScreenings {
  const find: PayoutScreenings['find'] = async (key) =>
    (await query<PayoutScreening>(FIND, [key], 'find_payout_screening'))[0]
  return {
    find,
    async add(key, submission, verdict) {
      const [reason, releases] = verdict.verdict === 'HOLD' ? [verdict.reason, verdict.releases ?? 1] : [null, 1]
      await query(ADD, [key, submission, verdict.verdict, reason, releases], 'add_payout_screening')
      const stored = await find(key)
      if (!stored) throw new Error(`The screening of the payout ${key} is gone`)
      return stored
    },
  }
}

const FIND = 'select submission, verdict, has_waited as "hasWaited", decision from payout_screenings where key = $1'
const ADD = `
  insert into payout_screenings (key, submission, verdict, reason, releases_needed, has_waited)
  values ($1, $2, $3, $4, $5, $3 = 'PENDING')
  on conflict (key) do update set verdict = excluded.verdict, reason = excluded.reason,
    releases_needed = excluded.releases_needed, screened_at = now()
    where payout_screenings.verdict = 'PENDING' and excluded.verdict <> 'PENDING'`
