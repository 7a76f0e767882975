/** Commands for developers, over the API: every operation, events and requests, the sandbox, and checks of the machine and of an installation. */
import type { Command } from 'commander'
import { addApiCommands } from './api-commands.ts'
import { addCompletionCommand } from './completion.ts'
import { addDemoCommand } from './demo.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addListenCommand } from './listen.ts'
import { addLogCommands } from './log-commands.ts'
import { addSandboxCommands } from './sandbox-commands.ts'
import { addSignInCommand } from './sign-in.ts'
import { addStartCommand } from './start.ts'
import { addTriggerCommand } from './trigger.ts'
import { addWalletCommands } from './wallet/wallet-commands.ts'

export function addDeveloperCommands(program: Command): void {
  addStartCommand(program)
  addSignInCommand(program)
  addApiCommands(program)
  addLogCommands(program)
  addListenCommand(program)
  addTriggerCommand(program)
  addDemoCommand(program)
  addSandboxCommands(program)
  addWalletCommands(program)
  addDoctorCommand(program)
  addCompletionCommand(program)
}
