/** Commands for developers, over the API: every operation, events and requests, the sandbox, and checks of the machine and of an installation. */
import type { Command } from 'commander'
import { addApiCommands } from './api-commands.ts'
import { addCompletionCommand } from './completion.ts'
import { addDemoCommand } from './demo.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addListenCommand } from './listen.ts'
import { addLogCommands } from './log-commands.ts'
import { addSandboxCommands } from './sandbox-commands.ts'
import { addTriggerCommand } from './trigger.ts'

export function addDeveloperCommands(program: Command): void {
  addApiCommands(program)
  addLogCommands(program)
  addListenCommand(program)
  addTriggerCommand(program)
  addDemoCommand(program)
  addSandboxCommands(program)
  addDoctorCommand(program)
  addCompletionCommand(program)
}
