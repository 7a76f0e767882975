/** Operator commands of freezes: freeze immediately, list, release. */
import type { Command } from 'commander'
import { FREEZABLE } from '../contract/operators/freezes.ts'
import { freeze, listFreezes, release } from '../src/operator/freezes/freezes.ts'
import type { answer } from './answer.ts'

interface Given {
  readonly reason: string
}

/** @param run opens the installation and prints what the work returns */
export function addFreezeCommands(program: Command, run: (work: Parameters<typeof answer>[1]) => Promise<void>): void {
  const freezes = program
    .command('freezes')
    .description('frozen accounts, cards, customers, agents, tokens, platforms and rails')
  freezes
    .command('list')
    .description('list what is frozen, newest first')
    .action(() => run(listFreezes))
  const about = (verb: string, description: string) =>
    freezes
      .command(`${verb} <id>`)
      .description(description)
      .requiredOption('--reason <text>', 'reason, recorded in the audit chain: no personal data')
  about('add', `freeze immediately: ${Object.keys(FREEZABLE).join(':…, ')}:…`).action((id: string, { reason }: Given) =>
    run((operator, { actor }) => freeze(operator, id, { actor, reason })),
  )
  about('release', 'end a freeze').action((id: string, { reason }: Given) =>
    run(async (operator, { actor }) => {
      await release(operator, id, { actor, reason })
      return { released: id }
    }),
  )
}
