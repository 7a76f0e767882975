/** Operator commands of people: operators of the production dashboard, and their sessions. */
import { type Command, Option } from 'commander'
import { INVITATION_PAGE, ROLES } from '../contract/operators/operators.ts'
import { findOperator, inviteOperator, listOperators, removeOperator } from '../src/operator/people/operators.ts'
import { endSession, listSessions } from '../src/operator/people/sessions.ts'
import type { answer } from './answer.ts'

/** @param run opens the installation and prints what the work returns */
export function addPeopleCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const operators = program.command('operators').description('people who sign in to the production dashboard')
  operators
    .command('list')
    .description('list operators, oldest first, including removed ones')
    .action(() => run(({ store }) => listOperators(store)))
  operators
    .command('invite <name>')
    .description('print a link that registers a passkey, once and within an hour; it replaces the passkey they had')
    .addOption(
      new Option('--role <role>', 'role of the operator')
        .choices(ROLES.map((role) => role.toLowerCase()))
        .makeOptionMandatory(),
    )
    .action((name: string, { role }) =>
      run(async ({ store, keys }, { actor, dashboardUrl }) => {
        if (dashboardUrl === undefined)
          throw new Error('The dashboard is not served: set CAUSEWAY_DASHBOARD_URL here and for the service')
        const invitation = { name, role: role.toUpperCase() }
        const { code, expiresAt } = await store.transaction((query) =>
          inviteOperator(query, keys.signIn, invitation, { actor }),
        )
        return { ...invitation, link: `${dashboardUrl}${INVITATION_PAGE}#${code}`, expiresAt }
      }),
    )
  operators
    .command('remove <name>')
    .description('end the passkey and the sessions of an operator')
    .action((name: string) =>
      run(async ({ store }, { actor }) => {
        const found = await findOperator(store, name)
        await store.transaction((query) => removeOperator(query, found.id, { actor }))
        return { name: found.name, status: 'REMOVED' }
      }),
    )
  const sessions = operators.command('sessions').description('browsers that are signed in')
  sessions
    .command('list')
    .description('list sessions, newest first')
    .action(() => run(({ store }) => listSessions({ store })))
  sessions
    .command('end <session-id>')
    .description('end a session')
    .action((id: string) =>
      run(async ({ store }, { actor }) => {
        await endSession({ store }, { id }, { actor })
        return { session: id, status: 'ENDED' }
      }),
    )
}
