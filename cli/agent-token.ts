/** Access token of an agent on this machine: from the environment, or from a file that only its user can read. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** In the folder for configuration of the XDG Base Directory Specification. */
export const usualTokenFile = ({ XDG_CONFIG_HOME }: Environment): string =>
  join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'causeway', 'agent-token')

/** `CAUSEWAY_AGENT_TOKEN`, or else the content of the file. @throws Error that explains how to provide a token */
export function readAgentToken({ CAUSEWAY_AGENT_TOKEN }: Environment, file: string): string {
  const token = CAUSEWAY_AGENT_TOKEN || contentOf(file)
  if (!token)
    throw new Error(
      `No access token. Set CAUSEWAY_AGENT_TOKEN, or redeem a device code into ${file}: causeway mcp connect <device-code>`,
    )
  if (!/^agt_[0-9a-f]{64}$/.test(token.trim())) throw new Error("An agent's access token starts with agt_")
  return token.trim()
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Creates the file before the token exists. @throws Error when it cannot be written */
export function prepareTokenFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  // An existing file would keep its mode.
  chmodSync(file, 0o600)
}
