/** Commands for developers, over the API: every operation, the sandbox's clock and inbox, and checks of the machine and of an installation. */
import type { Command } from 'commander'
import { addApiCommands } from './api-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addSandboxCommands } from './sandbox-commands.ts'

export function addDeveloperCommands(program: Command): void {
  addApiCommands(program)
  addSandboxCommands(program)
  addDoctorCommand(program)
}
