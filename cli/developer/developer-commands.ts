/** Commands for developers, over the API: every operation, the sandbox's clock and inbox, and a check of the machine. */
import type { Command } from 'commander'
import { forPeople, printResult } from '../answer.ts'
import { addApiCommands } from './api-commands.ts'
import { type Connection, withConnection } from './connection.ts'
import { examine } from './doctor.ts'
import { addSandboxCommands } from './sandbox-commands.ts'

export function addDeveloperCommands(program: Command): void {
  addApiCommands(program)
  addSandboxCommands(program)
  withConnection(
    program.command('doctor').description('check Node, the data directory, the service and its port'),
  ).action((options: Connection) => {
    const { json } = program.opts()
    const print = (findings: readonly object[]) =>
      void process.stdout.write(
        json || !process.stdout.isTTY ? `${JSON.stringify(findings, null, 2)}\n` : forPeople(findings),
      )
    return printResult({ json }, async () => {
      await examine(options, process.env, { node: process.versions.node, print })
      return undefined
    })
  })
}
