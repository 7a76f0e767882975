/** Operator commands of queues and tasks: items that wait for an operator, and decisions about them. */
import type { Command } from 'commander'
import { disabledEndpoints, enableEndpoint } from '../src/operator/queues/endpoints.ts'
import { closeLost, lostDeliveries, sendLost } from '../src/operator/queues/lost-deliveries.ts'
import { openQueues } from '../src/operator/queues/queues.ts'
import { closeTask, openTasks, retryDeadJob, settleTask } from '../src/operator/tasks.ts'
import type { answer } from './answer.ts'

interface Given {
  readonly by: string
  readonly note: string
  readonly account?: string
}

/** @param run opens the installation and prints what the work returns */
export function addTaskCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  program
    .command('queues')
    .description('everything that waits for an operator')
    .command('list')
    .description(
      'list tasks, suspense, held and stuck payouts, card exceptions, bank items, verifications, endpoints and events that were given up',
    )
    .action(() => run(openQueues))
  const endpoints = program.command('endpoints').description('webhook endpoints that were disabled')
  endpoints
    .command('list')
    .description('list disabled endpoints, the oldest first')
    .action(() => run(disabledEndpoints))
  endpoints
    .command('enable <platform-id>')
    .description('enable the endpoint of a platform: it receives all waiting events')
    .action((id: string) =>
      run(async (operator) => {
        await enableEndpoint(operator, id)
        return { platform: id, endpoint: 'ENABLED' }
      }),
    )
  addDeliveryCommands(program, run)
  const tasks = program
    .command('tasks')
    .description('money in suspense, fees that are owed, and jobs that were given up')
  tasks
    .command('list')
    .description('list open tasks, oldest first')
    .action(() => run(openTasks))
  const decides = (verb: string, about: string) =>
    tasks
      .command(`${verb} <task-id>`)
      .description(about)
      .requiredOption('--by <name>', 'name of the person who decides; stored with the decision')
      .requiredOption('--note <text>', 'reason; stored with the decision')
  decides('settle', 'move the money that a task is about, in full')
    .option('--account <id>', 'account to credit; default: the intended one')
    .action((id: string, { by, note, account }: Given) =>
      run(async (operator) => {
        await settleTask(operator, id, { decidedBy: by, note, account })
        return { task: id, outcome: 'SETTLED' }
      }),
    )
  decides('retry', 'retry a job that was given up').action((id: string, { by, note }: Given) =>
    run(async (operator) => {
      await retryDeadJob(operator, id, { decidedBy: by, note })
      return { task: id, outcome: 'RETRIED' }
    }),
  )
  decides('close', 'end a task without moving money').action((id: string, { by, note }: Given) =>
    run(async (operator) => {
      await closeTask(operator, id, { decidedBy: by, note })
      return { task: id, outcome: 'CLOSED' }
    }),
  )
}

function addDeliveryCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const deliveries = program.command('deliveries').description('events whose delivery was given up')
  deliveries
    .command('list')
    .description('list events that were given up in the last 30 days, the oldest first')
    .action(() => run(lostDeliveries))
  deliveries
    .command('send <event-id>')
    .description('send an event again; it stays listed until the endpoint accepts it')
    .action((id: string) =>
      run(async (operator) => {
        await sendLost(operator, id)
        return { event: id, delivery: 'SENDING' }
      }),
    )
  deliveries
    .command('close <event-id>')
    .description('end an entry without sending the event')
    .requiredOption('--by <name>', 'name of the person who decides; stored with the decision')
    .requiredOption('--note <text>', 'reason; stored with the decision')
    .action((id: string, { by, note }: Given) =>
      run(async (operator) => {
        await closeLost(operator, id, { decidedBy: by, note })
        return { event: id, outcome: 'CLOSED' }
      }),
    )
}
