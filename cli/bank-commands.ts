/** Operator commands of the bank rails. */
import type { Command } from 'commander'
import { bankMatters, bookBankLine, closeBankMatter, statementComparisons } from '../src/operator/banks.ts'
import type { answer } from './answer.ts'

/** @param run opens the installation and prints what the work returns */
export function addBankCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const banks = program.command('banks').description('open items of bank rails: files, statement lines, changes')
  banks
    .command('list')
    .description('list open items, oldest first')
    .action(() => run(bankMatters))
  banks
    .command('close <rail> <id> <note>')
    .description('close an item with a note on what was found; moves no money')
    .action((rail: string, id: string, note: string) =>
      run(async (operator) => {
        await closeBankMatter(operator, rail, id, note)
        return { rail, id, note }
      }),
    )
  banks
    .command('book <rail> <id> <note>')
    .description('book an open statement line as a cost of the installation, with a note on what it was')
    .action((rail: string, id: string, note: string) =>
      run(async (operator) => {
        await bookBankLine(operator, rail, id, note)
        return { rail, id, note }
      }),
    )
  banks
    .command('balances')
    .description('compare the last statement of each rail with the ledger')
    .action(() => run(statementComparisons))
}
