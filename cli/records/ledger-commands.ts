/** Operator commands of the ledger: its checkpoints, their verification, and the export. */
import { once } from 'node:events'
import type { Command } from 'commander'
import { exportLedger } from '../../src/operator/ledger/export-ledger.ts'
import { sealNow } from '../../src/operator/ledger/make-checkpoints.ts'
import { verifyLedger } from '../../src/operator/ledger/verify-ledger.ts'
import type { answer } from '../answer.ts'
import { auditHead } from '../arguments.ts'

/** @param run opens the installation and prints what the work returns */
export function addLedgerCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const ledger = program.command('ledger').description('the ledger: its postings, and the checkpoints that seal them')
  ledger
    .command('verify')
    .description('check every checkpoint, every posting and every balance again')
    .option('--expect <number:hash>', 'checkpoint that was recorded earlier and must still exist', auditHead)
    .action(({ expect }: { expect?: string }) =>
      run(async ({ store }) => {
        const verification = await verifyLedger(store, { expected: expect, balances: true })
        if (!verification.isIntact) throw new Error(`The ledger is not intact: ${verification.fault}`)
        return verification
      }),
    )
  ledger
    .command('export')
    .description('write postings, checkpoints and balances to standard output, for tools/verify-ledger.mjs')
    .action(() =>
      run(async ({ store }) => {
        await exportLedger(store, async (line) => {
          if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
        })
        return undefined
      }),
    )
  ledger
    .command('seal')
    .description('make the checkpoints that are due now; the service makes them every minute')
    .action(() => run(sealNow))
}
