/** Command `causeway sign-in`: a link that opens the dashboard of the sandbox in another browser, and its QR code for a phone. */
import { networkInterfaces } from 'node:os'
import type { Command } from 'commander'
import { renderUnicodeCompact } from 'uqr'
import { errorFor } from '../../client/api-error.ts'
import { authorizationOf } from '../../client/send.ts'
import { DASHBOARD_PATHS } from '../../contract/dashboard.ts'
import { originOf } from '../agent-api.ts'
import { printResult, printsJson } from '../answer.ts'
import { type Connection, readCredentials, withConnection } from './connection.ts'

export function addSignInCommand(program: Command): void {
  withConnection(program.command('sign-in'))
    .description('print a link that signs a browser in to the dashboard of the sandbox, once, and its QR code')
    .action((options: Connection) =>
      printResult(program.opts(), async () => {
        const link = await newLink(originOf(options.url))
        if (printsJson(program.opts())) return { link }
        process.stdout.write(`${link}\n\n${renderUnicodeCompact(link)}\n${noteFor(link)}`)
        return undefined
      }),
    )
}

/** @throws ApiError when the token lacks a permission, Error where the service has no links */
async function newLink(origin: string): Promise<string> {
  const address = origin + DASHBOARD_PATHS.signInLinks
  const headers = { authorization: authorizationOf(readCredentials(process.env)) }
  const reply = await fetch(address, { method: 'POST', headers }).catch((cause: Error) => {
    throw errorFor(0, { code: 'NO_REPLY', message: `No reply from ${origin}: ${cause.message}` }, { cause })
  })
  const body = await reply.json().catch(() => undefined)
  if (reply.status === 404) throw new Error(`${origin} has no sign-in links: in production, operators use passkeys`)
  if (!reply.ok) throw errorFor(reply.status, body, { requestId: reply.headers.get('x-request-id') ?? undefined })
  return origin + (body as { path: string }).path
}

/** A phone does not reach `localhost`. */
function noteFor(link: string): string {
  const { hostname, port } = new URL(link)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return 'The link works once.\n'
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
  const there = `http://${own[0] ?? '<address of this machine>'}:${port}`
  return `The link works once. For a phone in this network: start with HOST=0.0.0.0, then causeway sign-in --url ${there}\n`
}
