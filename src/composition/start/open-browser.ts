/** Browser at the start of the sandbox: opens the sign-in link on a machine with a display. */
import { spawn } from 'node:child_process'

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a person sees the output. */
  readonly isTerminal: boolean
}

type Opener = readonly [command: string, ...args: string[]]

/** The command that opens an address; undefined without a terminal, in CI, over SSH, and without a display. */
export function openerIn({ platform, env, isTerminal }: Surroundings): Opener | undefined {
  if (!isTerminal || env.CI || env.SSH_CONNECTION) return undefined
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['cmd', '/c', 'start', '""']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}

/** Opens the link. If no browser can be opened, the link is still printed. */
export function openBrowser(link: string, opener: Opener): void {
  const [command, ...args] = opener
  const browser = spawn(command, [...args, link], { stdio: 'ignore', detached: true })
  browser.on('error', () => {})
  browser.unref()
}
