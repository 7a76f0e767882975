/** Table of environment variables, and the going-live checklist. */
import { CHECKLIST } from '../../src/composition/going-live/examine.ts'
import { SECRETS, VARIABLES } from '../../src/composition/variables.ts'
import { code, table } from './markdown.ts'

export const variablesSection = (): string =>
  [
    table(
      ['Variable', 'What it sets', 'Default'],
      Object.entries(VARIABLES).map(([name, { about, default: usual }]) => [code(name), about, usual]),
    ),
    `**Secrets in files.** Instead of each of these variables, the same one with \`_FILE\` appended may name a file with the value: ${SECRETS.map(code).join(', ')}. The file may be readable by its owner alone; if it belongs to root, by its group as well, as orchestrators mount secrets. Setting both is refused.`,
  ].join('\n\n')

export const checklistSection = (): string =>
  CHECKLIST.map(
    ({ title, lines }) =>
      `### ${title}\n\n${table(
        ['Line', 'What must be true', 'What to do otherwise'],
        lines.map(({ id, must, remedy }) => [code(id), must, remedy]),
      )}`,
  ).join('\n\n')
