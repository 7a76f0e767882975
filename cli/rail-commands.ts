/** Operator commands of rails: sweeping of deposit addresses. */
import type { Command } from 'commander'
import type { answer } from './answer.ts'
import { minorUnits } from './arguments.ts'

/** @param run opens the installation and prints what the work returns */
export function addRailCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  program
    .command('rails')
    .description('rails: connections to networks')
    .command('sweep <rail>')
    .description('sign sweeps of deposit addresses to the hot wallet; the service submits them and pays the gas')
    .requiredOption('--key-file <path>', 'file with the extended private key of the deposit addresses, mode 0600')
    .option('--to <address>', 'sweep to this address instead, such as a treasury')
    .option('--minimum <minor-units>', 'leave smaller balances where they are', minorUnits, 1)
    .action((rail: string, { keyFile, to, minimum }) =>
      run(async (_operator, { sweep }) => {
        const signed = await sweep({ rail, keyFile, to, minimum: BigInt(minimum) })
        return signed.map(({ address, currency, amount }) => ({ address, currency, amount: String(amount) }))
      }),
    )
}
