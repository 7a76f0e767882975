/** Command `causeway doctor`: whether this machine can run the service, and whether it does. */
import { accessSync, constants, existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { originOf } from '../agent-api.ts'
import type { Connection } from './connection.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Finding {
  readonly check: string
  readonly result: 'ok' | 'wrong' | 'accepted'
  readonly detail: string
}

const TIMEOUT_MS = 5_000

/** @throws Error that names the failed checks, after the findings are printed by the caller's `print` */
export async function examine(
  { url }: Connection,
  env: Environment,
  { node, print }: { readonly node: string; readonly print: (findings: readonly Finding[]) => void },
): Promise<void> {
  const reached = await reach(originOf(url))
  const findings = [checkNode(node), checkFolder(env.CAUSEWAY_DATA_DIR || './data'), reached]
  // A port is taken by the service itself when it runs.
  if (reached.result === 'wrong') findings.push(await checkPort(Number(env.PORT || 4700)))
  print(findings)
  refuseWrong(findings)
}

/** @throws Error that names the failed checks */
export function refuseWrong(findings: readonly Finding[]): void {
  const wrong = findings.filter(({ result }) => result === 'wrong')
  if (wrong.length > 0) throw new Error(`Not in order: ${wrong.map(({ check }) => check).join(', ')}`)
}

const finding = (check: string, isOk: boolean, detail: string): Finding => ({
  check,
  result: isOk ? 'ok' : 'wrong',
  detail,
})

/** The version is that of `engines` in package.json. */
function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return finding('Node', major > 20 || (major === 20 && minor >= 19), `${version}; 20.19 or newer is needed`)
}

function checkFolder(folder: string): Finding {
  let existing = resolve(folder)
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    accessSync(existing, constants.W_OK)
    return finding('data directory', true, `${resolve(folder)} can be written`)
  } catch {
    return finding('data directory', false, `${existing} cannot be written; set CAUSEWAY_DATA_DIR to a folder that can`)
  }
}

async function checkPort(port: number): Promise<Finding> {
  const server = createServer()
  const isFree = await new Promise<boolean>((known) => {
    server.once('error', () => known(false))
    server.listen(port, 'localhost', () => known(true))
  })
  server.close()
  return finding(
    'port',
    isFree,
    isFree ? `${port} is free` : `${port} is used by another program; set PORT to another one`,
  )
}

async function reach(origin: string): Promise<Finding> {
  const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  if (!reply) return finding('service', false, `no service answers at ${origin}; start it with npm start`)
  const { status, reason } = (await reply.json().catch(() => ({}))) as { status?: string; reason?: string }
  return finding(
    'service',
    status === 'ready',
    status === 'ready' ? `ready at ${origin}` : `${origin}: ${reason ?? `answers ${reply.status}`}`,
  )
}
