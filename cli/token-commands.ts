/** Operator commands of API tokens: creation, expiry, allowed addresses, rotation. */
import type { Command } from 'commander'
import { PERMISSIONS, type Permission } from '../contract/operation.ts'
import { changeToken, issueToken, listPlatformTokens, rotateToken } from '../src/operator/tokens.ts'
import type { answer } from './answer.ts'
import { hours, permissions, time, words } from './arguments.ts'

interface Given {
  readonly name?: string
  readonly expiresAt?: string
  readonly allow?: readonly string[]
}

const ADDRESSES = 'addresses and networks from which it may be used, comma-separated: 203.0.113.0/24,2001:db8::1'

/** @param run opens the installation and prints what the work returns */
export function addTokenCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const tokens = program.command('tokens').description('API tokens')
  tokens
    .command('list')
    .description('list the tokens of a platform, oldest first, with their last use')
    .requiredOption('--platform <id>', 'platform of the tokens')
    .action(({ platform }: { platform: string }) => run((operator) => listPlatformTokens(operator, platform)))
  tokens
    .command('create')
    .description('create a token for a platform; its secret is shown once')
    .requiredOption('--platform <id>', 'platform of the token')
    .requiredOption('--permissions <list>', `comma-separated: ${PERMISSIONS.join(', ')}`, permissions)
    .option('--name <name>', 'name of the token', 'Operator')
    .option('--expires-at <time>', 'when it stops working; default: never', time)
    .option('--allow <list>', ADDRESSES, words)
    .action(
      ({ platform, allow, ...token }: Given & { platform: string; name: string; permissions: readonly Permission[] }) =>
        run(async (operator) => ({ ...(await issueToken(operator, platform, { ...token, allowedAddresses: allow })) })),
    )
  tokens
    .command('update <token-id>')
    .description('change the name, expiry or allowed addresses of a token')
    .option('--name <name>', 'name of the token')
    .option('--expires-at <time>', 'when it stops working', time)
    .option('--never-expires', 'remove its expiry')
    .option('--allow <list>', ADDRESSES, words)
    .option('--from-anywhere', 'remove its list of addresses')
    .action((id: string, given: Given & { neverExpires?: true; fromAnywhere?: true }) =>
      run((operator) =>
        changeToken(operator, id, {
          name: given.name,
          expiresAt: given.neverExpires ? null : given.expiresAt,
          allowedAddresses: given.fromAnywhere ? [] : given.allow,
        }),
      ),
    )
  tokens
    .command('rotate <token-id>')
    .description('give a token a new secret, which is shown once; its client id stays')
    .option('--overlap-hours <hours>', 'how long the previous secret also works; 0 ends it immediately', hours, 24)
    .action((id: string, { overlapHours }: { overlapHours: number }) =>
      run((operator) => rotateToken(operator, id, { overlapHours })),
    )
}
