/** Queues of operators: items that wait for a person, from all lists of the operator commands. */
import type { QueueEntry } from '../../../contract/operators/queues.ts'
import { bankMatters } from '../banks.ts'
import { cardExceptions } from '../cards.ts'
import { waitingVerifications } from '../customers.ts'
import type { Operator } from '../operator.ts'
import { heldPayouts } from '../payout-holds.ts'
import { suspendedArrivals } from '../suspense.ts'
import { isSettled, openTasks } from '../tasks.ts'
import { disabledEndpoints } from './endpoints.ts'
import { lostDeliveries } from './lost-deliveries.ts'
import { stuckPayouts } from './stuck-payouts.ts'

const amountIn = ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
  `${amount} minor units of ${currency}`

/** Queue by queue, the oldest first in each. */
export async function openQueues(operator: Operator): Promise<QueueEntry[]> {
  const found = await Promise.all([
    taskEntries(operator),
    suspenseEntries(operator),
    heldEntries(operator),
    stuckEntries(operator),
    cardEntries(operator),
    bankEntries(operator),
    verificationEntries(operator),
    endpointEntries(operator),
    deliveryEntries(operator),
  ])
  return found.flat()
}

async function taskEntries(operator: Operator): Promise<QueueEntry[]> {
  const tasks = await openTasks(operator)
  const entries = tasks.map((task): QueueEntry => {
    const moves = isSettled(task.id)
    return {
      ...task,
      queue: moves ? 'MONEY' : 'JOBS',
      facts: [],
      subjects: moves ? task.subjects : [],
      kinds: [moves ? 'TASK_SETTLE' : 'TASK_RETRY', 'TASK_CLOSE'],
    }
  })
  return [...entries.filter(({ queue }) => queue === 'MONEY'), ...entries.filter(({ queue }) => queue === 'JOBS')]
}

async function suspenseEntries(operator: Operator): Promise<QueueEntry[]> {
  const arrivals = await suspendedArrivals(operator)
  return arrivals.map(({ id, platform, reason, arrivedAt, rail, reference, payer, ...money }) => ({
    queue: 'SUSPENSE',
    id,
    platform,
    reason,
    facts: [
      amountIn(money),
      `over ${rail}`,
      ...(reference ? [`reference ${reference}`] : []),
      ...(payer ? [`from ${payer}`] : []),
    ],
    subjects: [],
    since: arrivedAt,
    advice: 'find out which account it is for, and credit it',
    kinds: ['SUSPENSE_RELEASE'],
  }))
}

async function heldEntries(operator: Operator): Promise<QueueEntry[]> {
  const payouts = await heldPayouts(operator)
  return payouts.map(({ id, platform, reason, since, releasesMissing, submission, ...money }) => ({
    queue: 'HELD',
    id,
    platform,
    reason,
    facts: [
      amountIn(money),
      submission === 'PULL' ? 'to be pulled' : 'to be paid out',
      ...(releasesMissing > 1 ? ['needs the release of two operators'] : []),
    ],
    subjects: [id.replace('/pull', '')],
    since,
    advice: 'release it if the counterparty is not the one on the list; reject it if it is',
    kinds: ['PAYOUT_RELEASE', 'PAYOUT_REJECT'],
  }))
}

async function stuckEntries(operator: Operator): Promise<QueueEntry[]> {
  const payouts = await stuckPayouts(operator)
  return payouts.map(({ id, platform, reason, since, rail, ...money }) => ({
    queue: 'PAYOUTS',
    id,
    platform,
    reason,
    facts: [amountIn(money), rail === null ? 'no rail chosen' : `over ${rail}`],
    subjects: [id],
    since,
    advice: 'ask the rail now; if it does not know the outcome, ask the bank or network, with the payment’s reference',
    kinds: ['PAYOUT_ASK'],
  }))
}

async function cardEntries(operator: Operator): Promise<QueueEntry[]> {
  const purchases = await cardExceptions(operator)
  return purchases.map(({ id, platform, cardId, accountId, owed, currency, merchant, since }) => ({
    queue: 'CARDS',
    id,
    platform,
    reason: `${merchant} is paid, and the funding source owes ${amountIn({ amount: owed, currency })}`,
    facts: [],
    subjects: [cardId, accountId],
    since,
    advice: 'pull the owed amount once the account holds it',
    kinds: ['CARD_RETRY'],
  }))
}

async function bankEntries(operator: Operator): Promise<QueueEntry[]> {
  const matters = await bankMatters(operator)
  return matters.map(({ rail, id, about, since }) => ({
    queue: 'BANKS',
    id: `${rail} ${id}`,
    platform: null,
    reason: about,
    facts: [`over ${rail}`],
    subjects: [],
    since,
    advice: adviceFor(id),
    kinds: id.startsWith('line:') ? ['BANK_BOOK', 'BANK_CLOSE'] : ['BANK_CLOSE'],
  }))
}

function adviceFor(id: string): string {
  if (id.startsWith('line:')) return 'book a charge of the bank as a cost; otherwise find out whom it concerns'
  if (id.startsWith('token:')) return 'close an airdrop; return what was sent by mistake with the key of the address'
  return 'find out what it is, then close it'
}

async function verificationEntries(operator: Operator): Promise<QueueEntry[]> {
  const verifications = await waitingVerifications(operator)
  return verifications.map(({ id, platform, customerId, customerType, status, since }) => ({
    queue: 'VERIFICATIONS',
    id,
    platform,
    reason: `${customerType === 'BUSINESS' ? 'A business' : 'A person'} is ${status === 'IN_PROGRESS' ? 'being verified' : 'to be reviewed'}`,
    facts: [],
    subjects: [customerId],
    since,
    advice: 'review the documents on the page of the customer',
    kinds: ['VERIFICATION_APPROVE', 'VERIFICATION_REJECT'],
  }))
}

async function endpointEntries(operator: Operator): Promise<QueueEntry[]> {
  const endpoints = await disabledEndpoints(operator)
  return endpoints.map(({ id, platform, endpoint, waiting, since }) => ({
    queue: 'WEBHOOKS',
    id: `Endpoint ${id}`,
    platform,
    reason: 'The endpoint answered 410, or did not respond for seven days, and was disabled',
    facts: [new URL(endpoint).host, `events of ${waiting} objects are waiting`],
    subjects: [],
    since,
    advice: 'enable it when the platform reports that it responds again',
    kinds: ['ENDPOINT_ENABLE'],
  }))
}

async function deliveryEntries(operator: Operator): Promise<QueueEntry[]> {
  const deliveries = await lostDeliveries(operator)
  return deliveries.map(({ id, platform, type, reason, since }) => ({
    queue: 'DELIVERIES',
    id,
    platform,
    reason: `${reason}, until the event was given up after seven days`,
    facts: [type],
    subjects: [id],
    since,
    advice: 'send it again when the platform reports that it accepts it',
    kinds: ['DELIVERY_SEND', 'DELIVERY_CLOSE'],
  }))
}
