/** Command `causeway start`: the service in this terminal; the sandbox opens its dashboard in the browser, signed in. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { printResult } from '../answer.ts'

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('start the service; the sandbox opens its dashboard in the browser, where there is one')
    .option('--no-open', 'do not open the browser')
    .addHelpText('after', '\nSettings are environment variables: PORT, CAUSEWAY_DATA_DIR, DATABASE_URL and others.')
    .action(({ open }: { readonly open: boolean }) => printResult(program.opts(), () => start(open)))
}

/** Runs until the service ends, with its exit code. @throws Error without scripts/start.mjs */
async function start(open: boolean): Promise<undefined> {
  const service = spawn(process.execPath, [...NODE_OPTIONS, startScript(), ...(open ? [] : ['--no-open'])], {
    stdio: 'inherit',
  })
  // A terminal sends its signals to both processes; the service decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void (process.stdout.isTTY || service.kill(signal)))
  const [code] = (await once(service, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}

/** Node options of `npm start`. */
const NODE_OPTIONS = ['--max-semi-space-size=16', '--use-largepages=silent']

/** In the folder of the installation, above the bundle or the sources. */
function startScript(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const script = join(folder, 'scripts/start.mjs')
    if (existsSync(script)) return script
    if (folder === dirname(folder)) throw new Error('This installation has no scripts/start.mjs: run dist/main.js')
  }
}
