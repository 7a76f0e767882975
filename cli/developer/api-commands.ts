/** Command `causeway api`: every operation of the contract, with an option for each parameter. */
import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Client } from '../../client/api.ts'
import { type AnyInput, type OperationId, requestFor } from '../../client/request.ts'
import { ROUTES } from '../../client/routes.generated.ts'
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { printResult } from '../answer.ts'
import { jsonBody } from '../arguments.ts'
import { type Connection, connect, curlFor, withConnection } from './connection.ts'
import { readSession } from './wallet/session-file.ts'
import { review, withSession } from './wallet/wallet-commands.ts'

interface ApiOptions extends Connection {
  readonly data?: unknown
  readonly idempotencyKey?: string
  readonly curl?: true
  readonly all?: true
  readonly sign?: true
  readonly session: string
}

/** Adds one command for each operation. Operations with a file are omitted. */
export function addApiCommands(program: Command): void {
  const api = program
    .command('api')
    .description('call an operation of the API; prints the reply as JSON')
    .addHelpText('after', `\nExit codes: ${EXIT_CODES}`)
  for (const [id, operation] of Object.entries(contract) as [OperationId, Operation][])
    if (!operation.multipart) addOperation(api, id, operation)
}

const EXIT_CODES = '0 done, 1 refused or failed, 2 wrong arguments, 3 no reply'

function addOperation(api: Command, id: OperationId, operation: Operation): void {
  const { method, path, summary, params, query, body, noIdempotencyKey } = operation
  const command = withConnection(api.command(id)).summary(summary).description(`${summary}. ${method} ${path}`)
  for (const name of Object.keys(params?.properties ?? {}))
    command.addOption(new Option(`${flag(name)} <value>`, 'in the path').makeOptionMandatory())
  for (const [name, schema] of Object.entries(query?.properties ?? {}))
    command.option(`${flag(name)} <value>`, (schema as { description?: string }).description)
  if (body)
    command.option('--data <json>', 'the body: JSON, or @file, or @- for standard input', jsonBody(readFileSync))
  if (method !== 'GET' && !noIdempotencyKey)
    command.option('--idempotency-key <key>', 'the same for each attempt; generated unless given')
  if (operation.signed)
    withSession(command).option('--sign', 'sign the request with the wallet session, where the API asks for it')
  if (ROUTES[id].list) command.option('--all', 'every item of the list, one per line')
  command.option('--curl', 'print the request as a curl command instead of sending it')
  command.action((options: ApiOptions & Record<string, string>) =>
    printResult({ json: true }, () => call(id, operation, options)),
  )
}

/** A client that signs with the wallet session, after it has printed the statement. */
async function signing(options: ApiOptions): Promise<Client> {
  const session = await readSession(options.session)
  return connect(options, process.env).withSignature((challenge) => {
    review(challenge)
    return session.sign(challenge.payloadToSign)
  })
}

/** `customerId` → `--customer-id`, which commander parses to `customerId`. */
const flag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

async function call(id: OperationId, { params, query }: Operation, options: ApiOptions & Record<string, string>) {
  const { data, idempotencyKey, curl, all } = options
  const given = (part: Operation['query']) =>
    Object.fromEntries(Object.keys(part?.properties ?? {}).map((name) => [name, options[name]]))
  const input: AnyInput = { params: given(params), query: given(query), body: data, idempotencyKey }
  if (curl) {
    process.stdout.write(`${curlFor(options, process.env, requestFor(id, input))}\n`)
    return undefined
  }
  const client = options.sign ? await signing(options) : connect(options, process.env)
  if (!all) return ((await client(id, input as never)) as object | undefined) ?? undefined
  const items = (client[id] as unknown as (fields: object) => AsyncIterable<object>)({
    ...input.params,
    ...input.query,
  })
  for await (const item of items) process.stdout.write(`${JSON.stringify(item)}\n`)
  return undefined
}
