/** Operator commands of the audit chain: its verification and its export. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import {
  auditRows,
  exportLine,
  rowIn,
  type Verification,
  verifyChain,
  verifyRows,
} from '../../src/operator/people/verify-chain.ts'
import type { answer, printResult } from '../answer.ts'
import { auditHead, wholeNumber } from '../arguments.ts'

type Print = (work: Parameters<typeof printResult>[1]) => Promise<void>

/**
 * @param run opens the installation and prints what the work returns
 * @param print prints without an installation
 */
export function addAuditCommands(
  program: Command,
  run: (work: Parameters<typeof answer>[1]) => Promise<void>,
  print: Print,
): void {
  const audit = program.command('audit').description('the audit chain: who changed people and permissions')
  audit
    .command('verify [file]')
    .description('recompute every hash of the chain, or of an export')
    .option('--expect <number:hash>', 'recorded entry that must still exist', auditHead)
    .action((file: string | undefined, { expect }: { expect?: string }) =>
      file === undefined
        ? run(async ({ store }) => intact(await verifyChain(store, expect)))
        : print(async () => intact(await verifyRows(rowsOf(file), expect))),
    )
  audit
    .command('export')
    .description('write the chain to standard output, one JSON object per line')
    .option('--after <number>', 'begin after this entry', wholeNumber, 0)
    .action(({ after }: { after: number }) =>
      run(async ({ store }) => {
        for await (const row of auditRows(store, after)) process.stdout.write(`${exportLine(row)}\n`)
        return undefined
      }),
    )
}

/** @throws Error for a chain that is not intact, so that the exit code is 1 */
function intact(verification: Verification): Verification {
  if (!verification.isIntact) throw new Error(`The audit chain is broken: ${verification.fault}`)
  return verification
}

async function* rowsOf(file: string) {
  for await (const line of createInterface({ input: createReadStream(file) })) if (line !== '') yield rowIn(line)
}
