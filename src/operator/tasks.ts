/**
 * Operator commands for tasks: money in suspense, platform fees that are owed, and jobs that were given up. Each is
 * settled by its movement of money, retried, or closed.
 */
import { wireId } from '../core/ids.ts'
import { refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import { releaseCredit } from '../domain/cards/purchases/release-credit.ts'
import { house } from '../domain/ledger/house.ts'
import { collectPlatformFee } from '../domain/payments/transactions/platform-fees.ts'
import { getTransactionById } from '../domain/payments/transactions/queries.ts'
import {
  releaseSuspense,
  SUSPENSE_TASKS,
  type SuspenseTask,
} from '../domain/payments/transactions/refunds/release-suspense.ts'
import { endTask, retryTask, type TaskDecision } from '../infra/jobs/operator-tasks.ts'
import { idIn, type Operator } from './operator.ts'

export interface Task {
  /** `giveMoneyBack/<uuid>` */
  readonly id: string
  readonly platform: string
  /** Wire ids of the resources that it concerns; for a job that was given up, bare ids. */
  readonly subjects: readonly string[]
  readonly reason: string
  readonly since: string
  /** Advice on how to resolve it: by `settleTask`, or by `retryDeadJob`. */
  readonly advice: string
}

/** Tasks that `settleTask` performs. All others are jobs that were given up. */
const SETTLED: Readonly<Record<string, { readonly resource: string; readonly advice: string }>> = {
  giveMoneyBack: { resource: 'Transaction', advice: 'settle: return the money from suspense to the account that paid' },
  creditRecipient: { resource: 'Transaction', advice: 'settle: credit the recipient from suspense' },
  creditPlatformFee: { resource: 'Transaction', advice: "settle: credit the platform's account from suspense" },
  collectPlatformFee: { resource: 'Transaction', advice: "settle: debit the fee from the platform's account" },
  giveCardMoneyBack: { resource: 'CardTransaction', advice: 'settle: credit the funding source from suspense' },
}

/** Whether a task is settled by a movement of money; a job that was given up is not. @param id `giveMoneyBack/<uuid>` */
export const isSettled = (id: string): boolean => Object.hasOwn(SETTLED, id.split('/')[0] as string)

interface TaskRow {
  readonly platformId: string
  readonly key: string
  readonly platform: string
  readonly name: string
  readonly subjects: readonly string[]
  readonly reason: string
  readonly since: number
}

/** Open tasks of all platforms, oldest first. */
export async function openTasks({ store }: Pick<Operator, 'store'>): Promise<Task[]> {
  const rows = await store.query<TaskRow>(`${TASKS} order by j.dead_at, j.key`)
  return rows.map(({ key, platform, name, subjects, reason, since }) => {
    const settled = SETTLED[name]
    return {
      id: key,
      platform,
      subjects: settled ? subjects.map((subject) => wireId(settled.resource, subject)) : subjects,
      reason,
      since: isoTime(since),
      advice: settled?.advice ?? 'retry when the cause is removed',
    }
  })
}
const TASKS = `
  select j.platform_id as "platformId", j.key, p.name as platform, j.name, j.subjects, j.last_error as reason, j.dead_at as since
  from jobs j join platforms p on p.platform_id = j.platform_id where j.dead_at is not null`

/** An open task. @throws Refusal INVALID_STATE_TRANSITION */
export async function findTask({ store }: Pick<Operator, 'store'>, key: string): Promise<TaskRow> {
  const [task] = await store.query<TaskRow>(`${TASKS} and j.key = $1`, [key])
  if (!task) refuse('INVALID_STATE_TRANSITION', 'There is no such open task')
  return task
}

export interface Settlement extends TaskDecision {
  /** Account to credit instead of the intended one; it must belong to the same owner. */
  readonly account?: string | undefined
}

/**
 * Moves the money of a task, in full, and ends the task, once.
 * @throws Refusal INVALID_STATE_TRANSITION when the task is not open, INVALID_INPUT for a job that was given up and where an
 * account is needed or not allowed; ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE, INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE
 */
export async function settleTask(operator: Operator, id: string, { account, ...decision }: Settlement): Promise<void> {
  const { engine, store } = operator
  const { platformId, name, subjects } = await findTask(operator, id)
  const subject = subjects[0] as string
  const task = { platformId, transactionId: subject, decision }
  if (name in SUSPENSE_TASKS) return release(operator, name as SuspenseTask, task, account)
  if (account !== undefined)
    refuse('INVALID_INPUT', 'Only money in suspense for an account can be credited to another one')
  if (name === 'giveCardMoneyBack')
    await engine.run(platformId, (rows) => void releaseCredit(rows, { purchaseId: subject, decision }))
  else if (name === 'collectPlatformFee') {
    const payment = await getTransactionById(store, platformId, subject)
    const [fee] = await store.query<{ owed: string }>(OWED, [
      platformId,
      subject,
      house('platformFees', payment.sourceCurrency),
    ])
    await engine.run(platformId, (rows) =>
      collectPlatformFee(rows, { transactionId: subject, owed: BigInt(fee?.owed ?? 0), decision }),
    )
  } else refuse('INVALID_INPUT', 'This job was given up; retry it, or close it')
}

/** Amount by which the postings of a payment overdraw the house account. */
const OWED = `
  select coalesce(sum(case when debit_account = $3 then amount else -amount end), 0)::text as owed
  from postings where platform_id = $1 and transaction_id = $2 and $3 in (debit_account, credit_account)`

async function release(
  { engine, store }: Operator,
  task: SuspenseTask,
  { platformId, transactionId, decision }: { platformId: string; transactionId: string; decision: TaskDecision },
  account: string | undefined,
): Promise<void> {
  const payment = await getTransactionById(store, platformId, transactionId)
  const accountId = account === undefined ? SUSPENSE_TASKS[task](payment).account : idIn(account, 'InternalAccount')
  if (accountId === undefined)
    refuse('INVALID_INPUT', 'The money came from outside: name the customer’s account to credit')
  await engine.run(platformId, (rows) => releaseSuspense(rows, { task, transactionId, accountId, decision }))
}

/**
 * Reschedules a job that was given up. @throws Refusal INVALID_STATE_TRANSITION when it is not open, INVALID_INPUT for
 * a task that is to be settled
 */
export async function retryDeadJob(operator: Operator, id: string, decision: TaskDecision): Promise<void> {
  const { platformId, name } = await findTask(operator, id)
  if (SETTLED[name]) refuse('INVALID_INPUT', 'This job cannot run again; settle it, or close it')
  await operator.engine.run(platformId, (rows) => retryTask(rows, id, decision))
}

/** Ends a task without any movement of money: it was settled outside, or nothing is to be done. @throws Refusal INVALID_STATE_TRANSITION */
export async function closeTask(operator: Operator, id: string, decision: TaskDecision): Promise<void> {
  const { platformId } = await findTask(operator, id)
  await operator.engine.run(platformId, (rows) => void endTask(rows, id, 'CLOSED', decision))
}
