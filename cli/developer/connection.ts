/** Connection of commands to a service: its address, and credentials that no command line shows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { type Client, createClient } from '../../client/api.ts'
import type { ApiRequest } from '../../client/request.ts'
import type { Credentials } from '../../client/send.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { originOf } from '../agent-api.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Parsed options of `withConnection`. */
export interface Connection {
  readonly url: string
}

/** Option `--url`. @param env in which the sandbox's data directory is found */
export const urlOption = (env: Environment): Option =>
  new Option('--url <address>', 'of the service')
    .env('CAUSEWAY_URL')
    .default(usualUrl(env), 'that of the sandbox whose data directory is here')

/** The program with the options of a command that calls the API. */
export const withConnection = (command: Command): Command => command.addOption(urlOption(process.env))

/** The address that the sandbox of this data directory had when it started last. */
function usualUrl(env: Environment): string {
  try {
    return readFileSync(join(dataDirIn(env), 'address'), 'utf8').trim()
  } catch {
    return 'http://localhost:4700'
  }
}

const dataDirIn = (env: Environment): string => env.CAUSEWAY_DATA_DIR || './data'

/**
 * A token from CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET, an agent's access token from CAUSEWAY_AGENT_TOKEN, or the
 * credentials of the sandbox whose data directory is here.
 * @throws Error that explains how to provide credentials
 */
export function readCredentials(env: Environment): Credentials {
  const { CAUSEWAY_CLIENT_ID: clientId, CAUSEWAY_CLIENT_SECRET: clientSecret, CAUSEWAY_AGENT_TOKEN: token } = env
  if (clientId && clientSecret) return { clientId, clientSecret }
  if (token) return { accessToken: token.trim() }
  const file = join(dataDirIn(env), 'credentials.json')
  try {
    const made = JSON.parse(readFileSync(file, 'utf8')) as { clientId: string; clientSecret: string }
    return { clientId: made.clientId, clientSecret: made.clientSecret }
  } catch (cause) {
    throw new Error(
      `No credentials. Set CAUSEWAY_CLIENT_ID and CAUSEWAY_CLIENT_SECRET, or run the command where a sandbox has its data (there is no ${file})`,
      { cause },
    )
  }
}

/** @throws Error for an invalid address, and without credentials */
export const connect = ({ url }: Connection, env: Environment): Client =>
  createClient({ baseUrl: baseUrlOf(url), credentials: readCredentials(env) })

const baseUrlOf = (url: string): string => `${originOf(url)}/${API_VERSION}`

/** The request as a command for a terminal. Credentials come from the environment and are not printed. */
export function curlFor({ url }: Connection, env: Environment, { method, path, headers, body }: ApiRequest): string {
  const isAgent = env.CAUSEWAY_AGENT_TOKEN && !env.CAUSEWAY_CLIENT_ID
  const credentials = isAgent
    ? '-H "Authorization: Bearer $CAUSEWAY_AGENT_TOKEN"'
    : '-u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET"'
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(baseUrlOf(url) + path)}`,
    credentials,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(typeof body === 'string' ? [`-d ${quoted(body)}`] : []),
  ].join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
