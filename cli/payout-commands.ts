/**
 * Operator commands of payouts that are held or have no outcome, and of their parties. `parties` changes nothing, and
 * is in the security log because it shows personal data.
 */
import type { Command } from 'commander'
import { decideHeldPayout, heldPayouts } from '../src/operator/payout-holds.ts'
import { askAgain, stuckPayouts } from '../src/operator/queues/stuck-payouts.ts'
import { completeTravelRuleRecord, travelRuleRecord } from '../src/operator/travel-rule.ts'
import type { answer } from './answer.ts'

/** @param run opens the installation and prints what the work returns */
export function addPayoutCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const payouts = program
    .command('payouts')
    .description('payouts that screening or a limit has held, or that have no outcome')
  payouts
    .command('held')
    .description('list held payouts, oldest first')
    .action(() => run(heldPayouts))
  payouts
    .command('stuck')
    .description('list payouts without an outcome for 72 hours, and those that could not be submitted for an hour')
    .action(() => run(stuckPayouts))
  payouts
    .command('ask <transaction-id>')
    .description('ask the rail for the outcome now, or retry the submission')
    .action((id: string) =>
      run(async (operator) => {
        await askAgain(operator, id)
        return { id, planned: 'now' }
      }),
    )
  for (const [verb, decision, what] of [
    ['release', 'RELEASED', 'release a held payout, which is then submitted; one above its limit needs two operators'],
    ['reject', 'REJECTED', 'fail a held payout and refund it'],
  ] as const)
    payouts
      .command(`${verb} <transaction-id>`)
      .description(what)
      .requiredOption('--by <name>', 'name of the person who decides; stored with the decision')
      .requiredOption('--note <text>', 'reason; stored with the decision')
      .action((id: string, { by, note }: { by: string; note: string }) =>
        run(async (operator) => {
          return { id, ...(await decideHeldPayout(operator, id, { decision, by, note })) }
        }),
      )
  payouts
    .command('parties <transaction-id>')
    .description('show the originator and beneficiary stored for a payout (travel rule)')
    .action((id: string) => run(async (operator) => travelRuleRecord(operator, id)))
  payouts
    .command('complete <transaction-id>')
    .description('add the name of the beneficiary to a held payout, which can then be released')
    .requiredOption('--beneficiary <name>', 'name of the beneficiary')
    .requiredOption('--by <name>', 'name of the person who found out the name; stored with it')
    .action((id: string, { beneficiary, by }: { beneficiary: string; by: string }) =>
      run(async (operator) => {
        await completeTravelRuleRecord(operator, id, { beneficiary, by })
        return { id, by }
      }),
    )
}
