/** Queues: what waits for an operator on all platforms, each entry with its cause and the possible requests. */
import type { RequestKind, RequestView } from './requests.ts'

export const QUEUES = {
  MONEY: 'Money that could be neither delivered nor returned',
  SUSPENSE: 'Money that arrived and could not be credited',
  HELD: 'Payouts held by screening or a limit',
  PAYOUTS: 'Payouts without an outcome for too long',
  CARDS: 'Purchases whose funding source still owes money',
  BANKS: 'Bank files and statement lines that match nothing',
  VERIFICATIONS: 'Verifications to decide',
  JOBS: 'Jobs that were given up',
  WEBHOOKS: 'Webhook endpoints that were disabled',
  DELIVERIES: 'Events whose delivery was given up',
} as const
export type QueueName = keyof typeof QUEUES

export interface QueueEntry {
  readonly queue: QueueName
  /** Target of a request. */
  readonly id: string
  /** Null: of the installation. */
  readonly platform: string | null
  /** What happened, in words. */
  readonly reason: string
  /** Amounts, names of rails, merchants. */
  readonly facts: readonly string[]
  /** Wire ids of what it is about. */
  readonly subjects: readonly string[]
  readonly since: string
  readonly advice: string
  /** Kinds of requests that are possible, the recommended one first. */
  readonly kinds: readonly RequestKind[]
}

export interface QueueList {
  /** Queue by queue, the oldest first in each. */
  readonly entries: readonly QueueEntry[]
  /** Those that wait, and the latest that were decided; newest first. */
  readonly requests: readonly RequestView[]
}
