#!/usr/bin/env node
/** Command line of the operator. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { PERMISSIONS, type Permission } from '../contract/operation.ts'
import { UMA_DOMAIN_PATTERN } from '../contract/platform/config.ts'
import type { OperatorCommand } from '../src/composition/operate.ts'
import { wireId } from '../src/core/ids.ts'
import { addAccount } from '../src/operator/add-account.ts'
import { cardExceptions, closeCard, retryCardPull } from '../src/operator/cards.ts'
import { decideExternalAccount } from '../src/operator/external-accounts.ts'
import { issueToken } from '../src/operator/issue-token.ts'
import { makePlatform } from '../src/operator/make-platform.ts'
import {
  demandOfWallets,
  listPlatforms,
  PASSKEY_RIGHTS,
  type PasskeyRight,
  regulate,
  releaseDomain,
  setBlocked,
  setPasskeys,
} from '../src/operator/platforms.ts'
import { concludeVerification, waitingVerifications } from '../src/operator/verifications.ts'
import { resealWallets } from '../src/operator/wallets.ts'
import { rotatePlatformSecret, rotateWebhookKey } from '../src/operator/webhook-keys.ts'
import { usualTokenFile } from './agent-token.ts'
import { answer, tell } from './answer.ts'

const TYPED_WRONGLY = 2

const program = new Command('causeway')
  .description(
    'What only the operator of an installation may do, with the same environment as the service; and `mcp` for agents.',
  )
  .option('--json', 'answer in JSON; without a terminal that is always so')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : TYPED_WRONGLY))

/** What was typed, where it changes something. */
let command: OperatorCommand | undefined
const ONLY_READ = new Set(['list', 'exceptions'])
const ID = /^(\w+:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
program.hook('preAction', (_program, action) => {
  const name = [action.parent?.name(), action.name()].filter((part) => part && part !== 'causeway').join(' ')
  const typed = [...action.args, ...Object.values(action.opts())].map(String)
  command = ONLY_READ.has(action.name()) ? undefined : { name, target: typed.find((text) => ID.test(text)) }
})

const run = (work: Parameters<typeof answer>[1]) => answer(program.opts(), work, command)

const several = (text: string): string[] => text.split(',').map((part) => part.trim().toUpperCase())
const eachOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word[] =>
    several(text).map((given) => {
      const known = words.find((word) => word === given)
      if (!known) throw new InvalidArgumentError(`Each must be one of ${words.join(', ')}.`)
      return known
    })
const permissions: (text: string) => Permission[] = eachOf(PERMISSIONS)
const passkeyRights: (text: string) => PasskeyRight[] = eachOf(PASSKEY_RIGHTS)
const hours = (text: string): number => {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours.')
  return Number(text)
}
const minorUnits = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of minor units.')
  return Number(text)
}
const domain = (text: string): string => {
  const lower = text.toLowerCase()
  if (!new RegExp(UMA_DOMAIN_PATTERN).test(lower)) throw new InvalidArgumentError('It is no domain.')
  return lower
}

const platforms = program.command('platforms').description('the tenants of the installation')
platforms
  .command('list')
  .description('all platforms, the oldest first')
  .action(() => run(listPlatforms))
platforms
  .command('create <name>')
  .description('make a platform with a token; its secrets are shown this once')
  .option('--uma-domain <domain>', "of its customers' UMA addresses; otherwise one that leads nowhere", domain)
  .option('--currencies <codes>', 'separated by commas; otherwise nine common ones', several)
  .option('--regulated', 'it is a regulated financial institution: it verifies its customers itself')
  .action((name: string, { umaDomain, currencies, regulated }) =>
    run(async (operator) => {
      const request = { name, umaDomain, ...(currencies && { currencies }), isRegulated: regulated === true }
      const { platformId, platform, ...made } = await makePlatform(operator, request)
      return { id: wireId('PlatformConfig', platformId), name: platform, ...made }
    }),
  )
platforms
  .command('set-regulated <platform-id>')
  .description('say whether a platform is a regulated financial institution')
  .addArgument(new Argument('<regulated>').choices(['true', 'false']))
  .action((id: string, regulated: string) =>
    run(async (operator) => {
      await regulate(operator, id, regulated === 'true')
      return { platform: id, isRegulated: regulated === 'true' }
    }),
  )
platforms
  .command('rotate-webhook-secret <platform-id>')
  .description('give a platform a new webhook secret, shown this once')
  .option('--overlap-hours <hours>', 'for how long events are signed with the former secret, too', hours, 24)
  .action((id: string, { overlapHours }) =>
    run(async (operator) => ({ ...(await rotatePlatformSecret(operator, id, { overlapHours })) })),
  )
platforms
  .command('set-passkeys <platform-id> <rp-id> [origins...]')
  .description("say where a platform's passkeys are used; without origins each keeps to the place of its registration")
  .action((id: string, rpId: string, origins: string[]) =>
    run(async (operator) => {
      await setPasskeys(operator, id, rpId, origins)
      return { platform: id, rpId, origins: origins.join(' ') }
    }),
  )
platforms
  .command('set-wallet-policy <platform-id>')
  .description('say what the wallets of a platform demand beyond the usual; what is not named is no longer demanded')
  .option('--require-nonce', "identity tokens must be bound to the client's key by their nonce")
  .option(
    '--require-passkey-for <list>',
    `of ${PASSKEY_RIGHTS.join(', ')}, separated by commas: only sessions of a passkey sign for it`,
    passkeyRights,
    [],
  )
  .option('--payments-above <minor-units>', 'smaller payments need no passkey', minorUnits, 0)
  .action((id: string, { requireNonce, requirePasskeyFor, paymentsAbove }) =>
    run(async (operator) => {
      const policy = { requireNonce: requireNonce === true, requirePasskeyFor, paymentsAbove }
      await demandOfWallets(operator, id, policy)
      return { platform: id, ...policy, requirePasskeyFor: requirePasskeyFor.join(' ') }
    }),
  )
platforms
  .command('release-domain <domain>')
  .description('give up a UMA domain that a platform has had, so that another one can take it')
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
    .description(`${isBlocked ? 'keep' : 'no longer keep'} a platform from paying an institution and being paid by it`)
    .requiredOption('--platform <id>', 'whose decision it is')
    .action((name: string, { platform }) =>
      run(async (operator) => {
        await setBlocked(operator, platform, domain(name), isBlocked)
        return { platform, institution: domain(name), isBlocked }
      }),
    )

program
  .command('tokens')
  .description('API tokens')
  .command('create')
  .description('make a token for a platform; its secret is shown this once')
  .requiredOption('--platform <id>', 'whose token it is')
  .requiredOption('--permissions <list>', `of ${PERMISSIONS.join(', ')}, separated by commas`, permissions)
  .option('--name <name>', 'by which the platform knows it', 'Operator')
  .action(({ platform, ...token }) => run(async (operator) => ({ ...(await issueToken(operator, platform, token)) })))

program
  .command('accounts')
  .description('internal accounts')
  .command('create')
  .description('open a further account for a customer')
  .requiredOption('--customer <id>', 'whose account it is')
  .requiredOption('--currency <code>', 'one that the platform supports')
  .action(({ customer, currency }) =>
    run(async (operator) => ({ id: await addAccount(operator, customer, currency.toUpperCase()), customer, currency })),
  )

const externalAccounts = program
  .command('external-accounts')
  .description('accounts outside the service: which of them take part in payments')
for (const [verb, about] of [
  ['review', 'stop an account for a closer look: nothing new is paid to it or fetched from it'],
  ['activate', 'let an account be paid and fetched from, again or for the first time'],
  ['deactivate', 'stop an account: nothing new is paid to it or fetched from it'],
] as const)
  externalAccounts
    .command(`${verb} <external-account-id>`)
    .description(about)
    .action((id: string) => run(async (operator) => ({ id, status: await decideExternalAccount(operator, id, verb) })))

program
  .command('wallets')
  .description('embedded wallets')
  .command('reseal')
  .description('seal the keys of all wallets under the present master key; can be broken off and repeated')
  .action(() =>
    run(async (operator, keeper) =>
      resealWallets(operator, await keeper(), {
        onProgress: ({ wallets, resealed }) =>
          process.stderr.write(`${wallets} wallets looked at, ${resealed} resealed\n`),
      }),
    ),
  )

const cards = program.command('cards').description('cards, and what is owed for purchases')
cards
  .command('exceptions')
  .description('purchases for which a funding source still owes, the oldest first')
  .action(() => run(cardExceptions))
cards
  .command('retry <card-transaction-id>')
  .description('take what is owed from the funding source: all of it or nothing')
  .action((id: string) => run(async (operator) => ({ id, status: await retryCardPull(operator, id) })))
cards
  .command('close <card-id>')
  .description('close a card for good')
  .action((id: string) =>
    run(async (operator) => {
      await closeCard(operator, id)
      return { id, state: 'CLOSED' }
    }),
  )

const verifications = program.command('verifications').description('customers who wait for the decision of a person')
verifications
  .command('list')
  .description('all that are undecided, the oldest first')
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

program
  .command('keys')
  .description('keys of the installation')
  .command('rotate-webhooks')
  .description('make a new key for the signatures of webhooks; it is published at once and signs an hour later')
  .option('--at-once', 'it signs straight away')
  .action(({ atOnce }) =>
    run(async (operator) => ({ ...(await rotateWebhookKey(operator, { atOnce: atOnce === true })) })),
  )

const mcp = program
  .command('mcp')
  .description('serve the tools of an agent over standard input and output, for programs that run language models')
  .addOption(new Option('--url <address>', 'of the service').env('CAUSEWAY_URL').default('http://localhost:4700'))
  .option(
    '--token-file <path>',
    'where the access token is, if it is not in CAUSEWAY_AGENT_TOKEN',
    usualTokenFile(process.env),
  )
  .action((options) =>
    tell(program.opts(), async () => (await import('./mcp.ts')).serveMcp(options).then(() => undefined)),
  )
mcp
  .command('connect <device-code>')
  .description('redeem a device code, and keep the access token in the file, for you alone to read')
  .action((code: string) => tell(program.opts(), async () => (await import('./mcp.ts')).connectAgent(code, mcp.opts())))

await program.parseAsync()
