/** Job classes: which jobs compete with each other, and how much of each a process has under way. */

/** Claimed in this order. Jobs of one class never wait for jobs of another. */
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
const WEBHOOKS = ['deliverEvents', 'sendTestEvent', 'resumeDeliveries']

const CLASS_OF: ReadonlyMap<string, JobClass> = new Map([
  ...MONEY.map((name) => [name, 'money'] as const),
  ...WEBHOOKS.map((name) => [name, 'webhooks'] as const),
])

/** The class that jobs of a name are written with. */
export const classOf = (name: string): JobClass => CLASS_OF.get(name) ?? 'other'

/** How many subjects a process has under way before it starts no further job: of the class, and of one platform in it. */
export interface Limit {
  readonly total: number
  readonly perPlatform: number
}

/** Webhooks count those that wait in memory for their turn to be posted, so that the next one is at hand. */
export const LIMITS: Readonly<Record<JobClass, Limit>> = {
  money: { total: 1024, perPlatform: 256 },
  webhooks: { total: 1024, perPlatform: 64 },
  other: { total: 256, perPlatform: 64 },
}
