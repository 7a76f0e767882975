/** Job classes: which jobs share capacity, and how much of each a process runs concurrently. */

/** Classes, claimed in this order. Jobs of one class never wait for jobs of another. */
export const JOB_CLASSES = ['money', 'webhooks', 'other'] as const
export type JobClass = (typeof JOB_CLASSES)[number]

const MONEY = [
  'sendPayout',
  'askPayout',
  'pullForQuote',
  'askPullForQuote',
  'sendTransfer',
  'askTransfer',
  'pullTransfer',
  'askPull',
  'forwardDeposit',
  'endApproval',
  'endSettlement',
  'failSimulatedPayment',
  'endSimulatedPull',
  'giveMoneyBack',
  'giveCardMoneyBack',
]
const WEBHOOKS = ['deliverEvents', 'sendTestEvent', 'resumeDeliveries', 'replayEvents']

const CLASS_OF: ReadonlyMap<string, JobClass> = new Map([
  ...MONEY.map((name) => [name, 'money'] as const),
  ...WEBHOOKS.map((name) => [name, 'webhooks'] as const),
])

/** Class of the jobs of a name. */
export const classOf = (name: string): JobClass => CLASS_OF.get(name) ?? 'other'

/** Subjects in progress above which a process starts no further job: in the class, and of one platform in it. */
export interface Limit {
  readonly total: number
  readonly perPlatform: number
}

/** Webhooks include deliveries that wait in memory, so that the next one starts without a query. */
export const LIMITS: Readonly<Record<JobClass, Limit>> = {
  money: { total: 1024, perPlatform: 256 },
  webhooks: { total: 1024, perPlatform: 64 },
  other: { total: 256, perPlatform: 64 },
}
