/** Command `causeway completion`: completion of commands and options for a shell. */
import { Argument, type Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the completion of a shell: source <(causeway completion bash)')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell](wordsByCommand(program))))
}

/** Words that can follow each command: `events` → `list get resend replay --help`. */
type Words = ReadonlyMap<string, readonly string[]>

function wordsByCommand(program: Command): Words {
  const words = new Map<string, readonly string[]>()
  const visit = (command: Command, path: readonly string[]): void => {
    const options = command.options.flatMap(({ long }) => (long ? [long] : []))
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    words.set(path.join(' '), [...command.commands.map((inner) => inner.name()), ...choices, ...options, '--help'])
    for (const inner of command.commands) visit(inner, [...path, inner.name()])
  }
  visit(program, [])
  return words
}

/**
 * Sets `choices` in bash and zsh: words that can follow the longest path of commands before the cursor. @param typed
 * the words before the cursor
 */
const chooseAfter = (words: Words, typed: string): string => `  local at='' word next choices=''
  for word in ${typed}; do
    case $word in -*) continue ;; esac
    next="\${at:+$at }$word"
    case "|${[...words.keys()].join('|')}|" in *"|$next|"*) at=$next ;; esac
  done
  case $at in
${[...words].map(([path, following]) => `    '${path}') choices='${following.join(' ')}' ;;`).join('\n')}
  esac`

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = {
  bash: (words) => `_causeway() {
${chooseAfter(words, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _causeway causeway
`,
  zsh: (words) => `#compdef causeway
_causeway() {
${chooseAfter(words, `"\${(@)words[2,CURRENT-1]}"`)}
  compadd -- \${=choices}
}
compdef _causeway causeway
`,
  fish: (words) =>
    [...words]
      .map(([path, following]) => {
        const seen = path.split(' ').filter(Boolean)
        const condition =
          seen.length === 0
            ? '__fish_use_subcommand'
            : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
        return `complete -c causeway -f -n '${condition}' -a '${following.join(' ')}'\n`
      })
      .join(''),
}
