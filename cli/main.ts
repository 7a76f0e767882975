#!/usr/bin/env node
/** Command line, `causeway`: commands for developers, for operators, and `mcp` for agents. */
import { Argument, Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { OperatorCommand } from '../src/composition/operate.ts'
import { wireId } from '../src/core/ids.ts'
import { cardExceptions, closeCard, retryCardPull } from '../src/operator/cards.ts'
import {
  addAccount,
  concludeVerification,
  decideExternalAccount,
  waitingVerifications,
} from '../src/operator/customers.ts'
import { makePlatform } from '../src/operator/make-platform.ts'
import {
  changeWalletPolicy,
  listPlatforms,
  PASSKEY_RIGHTS,
  regulate,
  releaseDomain,
  setBlocked,
  setPasskeys,
} from '../src/operator/platforms.ts'
import { rotatePlatformSecret } from '../src/operator/rotate-keys.ts'
import { releaseFromSuspense, suspendedArrivals } from '../src/operator/suspense.ts'
import { usualTokenFile } from './agent-token.ts'
import { answer, printResult } from './answer.ts'
import { domain, hours, minorUnits, passkeyRights, several } from './arguments.ts'
import { addBankCommands } from './bank-commands.ts'
import { addDatabaseCommands } from './database-commands.ts'
import { urlOption } from './developer/connection.ts'
import { addDeveloperCommands } from './developer/developer-commands.ts'
import { addFreezeCommands } from './freeze-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addPayoutCommands } from './payout-commands.ts'
import { addPeopleCommands } from './people-commands.ts'
import { addRailCommands } from './rail-commands.ts'
import { addAuditCommands } from './records/audit-commands.ts'
import { addCustomerCommands } from './records/customer-commands.ts'
import { addLedgerCommands } from './records/ledger-commands.ts'
import { addTaskCommands } from './task-commands.ts'
import { addTokenCommands } from './token-commands.ts'

const WRONG_ARGUMENTS = 2
const WHERE_OPERATIONS_ARE = 'Operations of the API are below `causeway api`: causeway api listCustomers\n'

const program = new Command('causeway')
  .description(
    'Start of the service (start), commands for developers over the API (api, events, requests, listen, trigger, demo, clock, inbox, wallet, sign-in, doctor), for operators of an installation, run with the same environment as the service, and `mcp` for agents.',
  )
  .version(manifest.version)
  .option('--json', 'print JSON; the default without a terminal')
  .configureOutput({
    outputError: (text, write) => write(/unknown command/.test(text) ? text + WHERE_OPERATIONS_ARE : text),
  })
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_ARGUMENTS))

/** The command, if it changes something. */
let command: OperatorCommand | undefined
const ONLY_READ = new Set(['list', 'exceptions', 'held', 'stuck', 'balances', 'verify', 'export'])
const ID = /^(\w+:|\w+\/(dead\/)?)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/pull)?$/
program.hook('preAction', (_program, action) => {
  const name = [action.parent?.name(), action.name()].filter((part) => part && part !== 'causeway').join(' ')
  const typed = [...action.args, ...Object.values(action.opts())].map(String)
  const reason = action.opts().note ?? action.opts().reason
  command = ONLY_READ.has(action.name()) ? undefined : { name, target: typed.find((text) => ID.test(text)), reason }
})

const run = (work: Parameters<typeof answer>[1]) => answer(program.opts(), work, command)

const platforms = program.command('platforms').description('platforms: the tenants of the installation')
platforms
  .command('list')
  .description('list platforms, oldest first')
  .action(() => run(listPlatforms))
platforms
  .command('create <name>')
  .description('create a platform with a token; its secrets are shown once')
  .option(
    '--uma-domain <domain>',
    "domain of its customers' UMA addresses; default: a domain that does not resolve",
    domain,
  )
  .option('--currencies <codes>', 'currency codes, comma-separated; default: nine common ones', several)
  .option('--regulated', 'a regulated financial institution, which verifies its customers itself')
  .action((name: string, { umaDomain, currencies, regulated }) =>
    run(async (operator) => {
      const request = { name, umaDomain, ...(currencies && { currencies }), isRegulated: regulated === true }
      const { platformId, platform, ...made } = await makePlatform(operator, request)
      return { id: wireId('PlatformConfig', platformId), name: platform, ...made }
    }),
  )
platforms
  .command('set-regulated <platform-id>')
  .description('set whether a platform is a regulated financial institution')
  .addArgument(new Argument('<regulated>').choices(['true', 'false']))
  .action((id: string, regulated: string) =>
    run(async (operator) => {
      await regulate(operator, id, regulated === 'true')
      return { platform: id, isRegulated: regulated === 'true' }
    }),
  )
platforms
  .command('rotate-webhook-secret <platform-id>')
  .description('rotate the webhook secret of a platform; the new one is shown once')
  .option('--overlap-hours <hours>', 'how long events are also signed with the previous secret', hours, 24)
  .action((id: string, { overlapHours }) =>
    run(async (operator) => ({ ...(await rotatePlatformSecret(operator, id, { overlapHours })) })),
  )
platforms
  .command('set-passkeys <platform-id> <rp-id> [origins...]')
  .description("set the origins of a platform's passkeys; without any, each is valid at the origin of its registration")
  .action((id: string, rpId: string, origins: string[]) =>
    run(async (operator) => {
      await setPasskeys(operator, id, rpId, origins)
      return { platform: id, rpId, origins: origins.join(' ') }
    }),
  )
platforms
  .command('set-wallet-policy <platform-id>')
  .description('set additional requirements for the wallets of a platform; those not named are removed')
  .option('--require-nonce', "require a nonce that binds identity tokens to the client's key")
  .option(
    '--require-passkey-for <list>',
    `operations that only passkey sessions may sign, comma-separated: ${PASSKEY_RIGHTS.join(', ')}`,
    passkeyRights,
    [],
  )
  .option('--payments-above <minor-units>', 'amount up to which a payment needs no passkey', minorUnits, 0)
  .action((id: string, { requireNonce, requirePasskeyFor, paymentsAbove }) =>
    run(async (operator) => {
      const policy = { requireNonce: requireNonce === true, requirePasskeyFor, paymentsAbove }
      await changeWalletPolicy(operator, id, policy)
      return { platform: id, ...policy, requirePasskeyFor: requirePasskeyFor.join(' ') }
    }),
  )
platforms
  .command('release-domain <domain>')
  .description('release a UMA domain that a platform has used, so that another one can use it')
  .action((name: string) =>
    run(async (operator) => {
      await releaseDomain(operator, domain(name))
      return { released: domain(name) }
    }),
  )

for (const [verb, isBlocked] of [
  ['block', true],
  ['unblock', false],
] as const)
  program
    .command(`${verb} <domain>`)
    .description(`${isBlocked ? 'block' : 'unblock'} payments between a platform and an institution`)
    .requiredOption('--platform <id>', 'platform that the block is for')
    .action((name: string, { platform }) =>
      run(async (operator) => {
        await setBlocked(operator, platform, domain(name), isBlocked)
        return { platform, institution: domain(name), isBlocked }
      }),
    )

addTokenCommands(program, run)

program
  .command('accounts')
  .description('internal accounts')
  .command('create')
  .description('open another account for a customer')
  .requiredOption('--customer <id>', 'owner of the account')
  .requiredOption('--currency <code>', 'a currency that the platform supports')
  .action(({ customer, currency }) =>
    run(async (operator) => ({ id: await addAccount(operator, customer, currency.toUpperCase()), customer, currency })),
  )

const externalAccounts = program
  .command('external-accounts')
  .description('external accounts: whether they can be used in payments')
for (const [verb, about] of [
  ['review', 'stop an account during a review: no new payouts to it or pulls from it'],
  ['activate', 'allow payouts to an account and pulls from it'],
  ['deactivate', 'stop an account: no new payouts to it or pulls from it'],
] as const)
  externalAccounts
    .command(`${verb} <external-account-id>`)
    .description(about)
    .action((id: string) => run(async (operator) => ({ id, status: await decideExternalAccount(operator, id, verb) })))

const cards = program.command('cards').description('cards, and amounts owed for purchases')
cards
  .command('exceptions')
  .description('list purchases with an amount owed, oldest first')
  .action(() => run(cardExceptions))
cards
  .command('retry <card-transaction-id>')
  .description('pull the amount owed from the funding source, in full or not at all')
  .action((id: string) => run(async (operator) => ({ id, status: await retryCardPull(operator, id) })))
cards
  .command('close <card-id>')
  .description('close a card permanently')
  .action((id: string) =>
    run(async (operator) => {
      await closeCard(operator, id)
      return { id, state: 'CLOSED' }
    }),
  )

addFreezeCommands(program, run)
addPayoutCommands(program, run)
addRailCommands(program, run)
addBankCommands(program, run)
addTaskCommands(program, run)
addPeopleCommands(program, run)
addAuditCommands(program, run, (work) => printResult(program.opts(), work))
addLedgerCommands(program, run)

const suspense = program.command('suspense').description('money that arrived and could not be credited')
suspense
  .command('list')
  .description('list arrivals in suspense, oldest first')
  .action(() => run(suspendedArrivals))
suspense
  .command('release <arrival-id> <account-id>')
  .description('credit an account with an arrival in suspense')
  .action((arrival: string, account: string) =>
    run(async (operator) => ({ ...(await releaseFromSuspense(operator, arrival, account)) })),
  )

const verifications = program.command('verifications').description('customers whose verification needs a decision')
verifications
  .command('list')
  .description('list pending decisions, oldest first')
  .action(() => run(waitingVerifications))
verifications
  .command('approve <verification-id>')
  .description('approve the customer')
  .action((id: string) => conclude(id))
verifications
  .command('reject <verification-id>')
  .description('reject the customer')
  .requiredOption('--reason <text>', 'reason that the platform receives')
  .action((id: string, { reason }) => conclude(id, reason))

function conclude(id: string, reason?: string) {
  return run(async (operator) => {
    await concludeVerification(operator, id, reason)
    return { verification: id, outcome: reason === undefined ? 'APPROVED' : 'REJECTED' }
  })
}

addCustomerCommands(program, run)
addKeyCommands(program, run, (work) => printResult(program.opts(), work))

const mcp = program
  .command('mcp')
  .description('MCP server for an agent over standard input and output')
  .addOption(urlOption(process.env))
  .option(
    '--token-file <path>',
    'file with the access token, unless CAUSEWAY_AGENT_TOKEN has it',
    usualTokenFile(process.env),
  )
  .action((options) =>
    printResult(program.opts(), async () => (await import('./mcp.ts')).serveMcp(options).then(() => undefined)),
  )
mcp
  .command('connect <device-code>')
  .description('redeem a device code and store the access token in a file that only you can read')
  .action((code: string) =>
    printResult(program.opts(), async () => (await import('./mcp.ts')).connectAgent(code, mcp.opts())),
  )

addDatabaseCommands(program, (work) => printResult(program.opts(), work))
addDeveloperCommands(program)

await program.parseAsync()
