/** Operator commands that rotate keys: those of wallets, webhooks and checkpoints. */
import type { Command } from 'commander'
import { rotateCheckpoints } from '../src/operator/ledger/make-checkpoints.ts'
import { resealWallets } from '../src/operator/wallets.ts'
import { rotateWebhookKey } from '../src/operator/webhook-keys.ts'
import type { answer } from './answer.ts'

/** @param run opens the installation and prints what the work returns */
export function addKeyCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  program
    .command('wallets')
    .description('embedded wallets')
    .command('reseal')
    .description('reseal the keys of all wallets under the current master key; can be interrupted and repeated')
    .action(() =>
      run(async (operator, { openCustodian }) =>
        resealWallets(operator, await openCustodian(), {
          onProgress: ({ wallets, resealed }) =>
            process.stderr.write(`${wallets} wallets checked, ${resealed} resealed\n`),
        }),
      ),
    )
  const keys = program.command('keys').description('keys of the installation')
  keys
    .command('rotate-webhooks')
    .description('create a new key for webhook signatures; published immediately, used after an hour')
    .option('--at-once', 'use it immediately')
    .action(({ atOnce }) =>
      run(async (operator) => ({ ...(await rotateWebhookKey(operator, { atOnce: atOnce === true })) })),
    )
  keys
    .command('rotate-checkpoints')
    .description('create a new key for checkpoints, endorsed by the present one; used immediately')
    .action(() => run(rotateCheckpoints))
}
