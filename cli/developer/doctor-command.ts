/** Command `causeway doctor`: this machine, or with `--production` every line of the going-live checklist. */
import type { Command } from 'commander'
import { examineProduction } from '../../src/composition/going-live/examine.ts'
import { originOf } from '../agent-api.ts'
import { forPeople, printResult, printsJson } from '../answer.ts'
import { words } from '../arguments.ts'
import { type Connection, withConnection } from './connection.ts'
import { examine, type Finding, refuseWrong } from './doctor.ts'

interface Options extends Connection {
  readonly production?: boolean
  readonly accept: readonly string[]
}

/** How long the service and its public address may take to answer. */
const TIMEOUT_MS = 10_000

export function addDoctorCommand(program: Command): void {
  withConnection(program.command('doctor'))
    .description('check Node, the data directory, the service and its port; with --production whether it can go live')
    .option('--production', 'check every line of docs/going-live.md, with the environment of the service')
    .option('--accept <lines>', 'lines whose faults you accept, comma-separated', words, [])
    .action((options: Options) => {
      const { json } = program.opts()
      const print = (findings: readonly Finding[]) =>
        void process.stdout.write(printsJson({ json }) ? `${JSON.stringify(findings, null, 2)}\n` : forPeople(findings))
      return printResult({ json }, async () => {
        if (options.production) await examineForProduction(options, print)
        else await examine(options, process.env, { node: process.versions.node, print })
        return undefined
      })
    })
}

/** @throws Error that names the failed lines, after all are printed */
async function examineForProduction({ url, accept }: Options, print: (findings: Finding[]) => void): Promise<void> {
  const found = await examineProduction({
    env: process.env,
    origin: originOf(url),
    accepted: accept,
    fetch: (address) => fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  })
  const findings = found.map(({ line, ...rest }) => ({ check: line, ...rest }))
  print(findings)
  refuseWrong(findings)
}
