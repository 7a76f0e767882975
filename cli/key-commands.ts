/** Operator commands that rotate keys: those of the installation, wallets, webhooks, UMA and checkpoints. */
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { sealSecret } from '../src/composition/going-live/seal-secret.ts'
import { rotateCheckpoints } from '../src/operator/ledger/make-checkpoints.ts'
import { rotateUma, rotateWebhookKey } from '../src/operator/rotate-keys.ts'
import { resealWallets } from '../src/operator/wallets.ts'
import type { answer, printResult } from './answer.ts'

/**
 * @param run opens the installation and prints what the work returns
 * @param print prints without an installation
 */
export function addKeyCommands(
  program: Command,
  run: (work: Parameters<typeof answer>[1]) => Promise<void>,
  print: (work: Parameters<typeof printResult>[1]) => Promise<void>,
): void {
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
    .command('seal <variable>')
    .description('seal a secret from standard input by the key service (CAUSEWAY_KMS), and print the value to set')
    .action((variable: string) =>
      print(async () => {
        const secret = (await text(process.stdin)).trim()
        process.stdout.write(`${await sealSecret(process.env, variable, secret)}\n`)
        return undefined
      }),
    )
  keys
    .command('reseal')
    .description('seal the keys of the installation under its current secret; can be repeated')
    .action(() => run(async (_operator, { resealKeys }) => ({ resealed: await resealKeys() })))
  keys
    .command('rotate-webhooks')
    .description('create a new key for webhook signatures; published immediately, used after an hour')
    .option('--at-once', 'use it immediately')
    .action(({ atOnce }) =>
      run(async (operator) => ({ ...(await rotateWebhookKey(operator, { atOnce: atOnce === true })) })),
    )
  keys
    .command('rotate-uma')
    .description('create new keys for UMA, used after two hours')
    .option('--at-once', 'use them immediately')
    .action(({ atOnce }) => run((operator) => rotateUma(operator, { atOnce: atOnce === true })))
  keys
    .command('rotate-checkpoints')
    .description('create a new key for checkpoints, endorsed by the present one; used immediately')
    .action(() => run(rotateCheckpoints))
}
