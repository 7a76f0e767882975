/** Excerpts of the source in handwritten pages, cut from the files so that they stay current. */
import { readFileSync } from 'node:fs'

/**
 * The declaration of one exported constant or function, from its first line to the closing brace at the left margin.
 * @param file path from the root
 * @throws Error when the file does not declare it
 */
function findDeclaration(file: string, name: string): string {
  const found = new RegExp(`^export (?:const|function) ${name}\\b[\\s\\S]*?\\n\\}\\)?\\n`, 'm').exec(
    readFileSync(file, 'utf8'),
  )
  if (!found) throw new Error(`${file} does not declare ${name}`)
  return found[0].trimEnd()
}

export const executeQuoteExcerpt = (): string =>
  ['```ts', findDeclaration('src/domain/payments/quotes/execute-quote.ts', 'executeQuote'), '```'].join('\n')

export const exampleRailExcerpt = (): string =>
  ['```ts', findDeclaration('test/rails/example-rail.ts', 'exampleRail'), '```'].join('\n')
