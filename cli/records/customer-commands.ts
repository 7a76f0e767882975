/** Operator commands of customers: erasure of personal data. */
import type { Command } from 'commander'
import { eraseCustomer } from '../../src/operator/erasure/erase-customer.ts'
import type { answer } from '../answer.ts'

/** @param run opens the installation and prints what the work returns */
export function addCustomerCommands(
  program: Command,
  run: (work: Parameters<typeof answer>[1]) => Promise<void>,
): void {
  program
    .command('customers')
    .description('customers of all platforms')
    .command('erase <customer-id>')
    .description('erase the personal data of a deleted customer for good; payments and the ledger remain')
    .requiredOption('--reason <text>', 'reason, recorded in the audit chain: no personal data')
    .action((id: string, { reason }: { reason: string }) =>
      run((operator, { actor }) => eraseCustomer(operator, id, { actor, reason })),
    )
}
