/** Commands `causeway wallet`: the holder of an embedded wallet, at a prompt. */
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Client } from '../../../client/api.ts'
import type { AuthMethod, InternalAccount, SignedRequestChallenge } from '../../../client/operations.generated.ts'
import { requestCode } from '../../../client/sign-in.ts'
import { walletOf } from '../../../client/wallet.ts'
import { originOf } from '../../agent-api.ts'
import { printResult } from '../../answer.ts'
import { type Connection, connect, withConnection } from '../connection.ts'
import { newKeyPair, readSession, storeSession, usualSessionFile, writeSecret } from './session-file.ts'

interface SessionOption {
  readonly session: string
}

/** The command with the option that names the file of the session. */
export const withSession = (command: Command): Command =>
  command.addOption(new Option('--session <file>', 'file of the wallet session').default(usualSessionFile(process.env)))

export function addWalletCommands(program: Command): void {
  const wallet = program.command('wallet').description('sign in to an embedded wallet, sign, export its phrase')
  const print = (work: () => Promise<object | undefined>) => printResult(program.opts(), work)
  wallet
    .command('keygen')
    .description('create a client key pair; prints the public key, and writes both keys to a file')
    .argument('<file>', 'file that only you can read')
    .action((file: string) =>
      print(async () => {
        const pair = newKeyPair()
        writeSecret(file, pair)
        return { publicKey: pair.publicKey, file }
      }),
    )
  withConnection(wallet.command('otp <account-id>'))
    .description('have a one-time code emailed, and print it from the inbox of the sandbox')
    .option('--email <address>', 'address of the credential that is created when the wallet has none')
    .action((accountId: string, options: Connection & OtpOptions) =>
      print(async () => {
        const { code } = await newCode(connect(options, process.env), accountId, options)
        process.stdout.write(`${code}\n`)
        return undefined
      }),
    )
  withSession(withConnection(wallet.command('open <account-id>')))
    .description('open a session of the wallet with an emailed code, and keep its key in a file')
    .option('--code <code>', 'code from the mail; otherwise one is requested and read from the inbox of the sandbox')
    .option('--email <address>', 'address of the credential that is created when the wallet has none')
    .action((accountId: string, options: Connection & SessionOption & OpenOptions) =>
      print(() => open(connect(options, process.env), accountId, options)),
    )
  withSession(wallet.command('sign [file]'))
    .description('sign a payload from a file or standard input; prints the value of Service-Wallet-Signature')
    .option('--stamp', 'as an API-key stamp, which contains the public key')
    .action((file: string | undefined, options: SessionOption & { readonly stamp?: true }) =>
      print(async () => {
        const session = await readSession(options.session)
        const payload = readFileSync(file ?? 0, 'utf8').replace(/\r?\n$/, '')
        process.stdout.write(`${await (options.stamp ? session.stamp(payload) : session.sign(payload))}\n`)
        return undefined
      }),
    )
  withSession(withConnection(wallet.command('export')))
    .description('print the recovery phrase of the wallet, which controls its money permanently')
    .action((options: Connection & SessionOption) =>
      print(async () => {
        const session = await readSession(options.session)
        const { publicKey } = await exportKeyAt(originOf(options.url))
        const words = await walletOf({ api: connect(options, process.env), session, review }).export(publicKey)
        process.stdout.write(`${words}\n`)
        return undefined
      }),
    )
}

/** Prints the statement to be signed on standard error; standard output has the result only. */
export function review({ payloadToSign }: SignedRequestChallenge): void {
  process.stderr.write(`Signing: ${(JSON.parse(payloadToSign) as { statement: string }).statement}\n`)
}

interface OtpOptions {
  readonly email?: string
}
interface OpenOptions extends OtpOptions {
  readonly code?: string
}

/** Time to wait for a mail. */
const MAIL_SECONDS = 10

/** @throws Error when the wallet has no credential by email and none is named, ApiError 404 in production */
async function newCode(client: Client, accountId: string, { email }: OtpOptions) {
  const { now } = await client.getSandboxClock()
  // A frozen clock does not move between the request and its mail.
  const createdAfter = new Date(Date.parse(now) - 1).toISOString()
  const found = await emailCredential(client, accountId)
  if (!found && email === undefined) throw new Error('The wallet has no email credential; create one with --email')
  const credential =
    found ??
    (await client.createAuthCredential({
      type: 'EMAIL_OTP',
      accountId: accountId as InternalAccount['id'],
      email: email as string,
    }))
  // The first code is mailed when the credential is created.
  if (found) await requestCode(client, found.id)
  const { data } = await client.listSandboxInbox({ to: credential.nickname, createdAfter, wait: MAIL_SECONDS })
  const code = data[0]?.codes[0]
  if (code === undefined) throw new Error(`No code was mailed to ${credential.nickname}`)
  return { credential, code }
}

async function emailCredential(client: Client, accountId: string): Promise<AuthMethod | undefined> {
  const { data } = await client.listAuthCredentials({ accountId })
  return data.find(({ type }) => type === 'EMAIL_OTP')
}

async function open(client: Client, accountId: string, options: SessionOption & OpenOptions): Promise<object> {
  const given = options.code
  const { credential, code } =
    given === undefined
      ? await newCode(client, accountId, options)
      : { credential: await emailCredential(client, accountId), code: given }
  if (!credential) throw new Error('The wallet has no email credential')
  const { publicKey, privateKey } = newKeyPair()
  const proof = { type: 'EMAIL_OTP' as const, otp: code, clientPublicKey: publicKey }
  const session = await client('verifyAuthCredential', { params: { id: credential.id }, body: proof })
  storeSession(options.session, { session, privateKey })
  return { id: session.id, accountId: session.accountId, expiresAt: session.expiresAt, file: options.session }
}

async function exportKeyAt(origin: string): Promise<{ readonly publicKey: string | undefined }> {
  const reply = await fetch(`${origin}/.well-known/wallet-export-key.json`)
  const { publicKey } = (await reply.json()) as { publicKey: string | null }
  return { publicKey: publicKey ?? undefined }
}
