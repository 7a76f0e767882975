/** Table of environment variables. */
import { VARIABLES } from '../../src/composition/variables.ts'
import { code, table } from './markdown.ts'

export const variablesSection = (): string =>
  table(
    ['Variable', 'What it sets', 'Default'],
    Object.entries(VARIABLES).map(([name, { about, default: usual }]) => [code(name), about, usual]),
  )
