/** Generator: writes the OpenAPI document and every page that follows from the code. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../contract/openapi.ts'
import { accountTypesPage } from './generate/account-types.ts'
import { architecturePage, layersPicture } from './generate/architecture.ts'
import { brunoCollection } from './generate/client/bruno.ts'
import { clientOperations } from './generate/client/operations.ts'
import { clientRoutes } from './generate/client/routes.ts'
import { codePage } from './generate/code.ts'
import { conceptPictures } from './generate/concept-pictures.ts'
import { checklistSection, variablesSection } from './generate/configuration.ts'
import { endpointsPage, notBuiltSection } from './generate/endpoints.ts'
import { errorsPage } from './generate/errors.ts'
import { exampleRailExcerpt, executeQuoteExcerpt } from './generate/excerpts.ts'
import { failureReasonsPage } from './generate/failure-reasons.ts'
import { limitsPage } from './generate/limits.ts'
import { withSections } from './generate/markdown.ts'
import { personalDataPage } from './generate/personal-data.ts'
import { sandboxSections } from './generate/sandbox.ts'
import { statePictures, statesPage } from './generate/states.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const insertSections = (file: string, sections: Readonly<Record<string, string>>): string => {
  const text = read(file)
  if (text === undefined) throw new Error('It is written by people; only its sections are generated')
  return withSections(text, sections)
}

const PICTURES = 'docs/generated/pictures'
const pictures = { ...(await statePictures()), ...(await conceptPictures()), 'layers.svg': await layersPicture() }

const FILES: Readonly<Record<string, (file: string) => string | Promise<string>>> = {
  'openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'client/routes.generated.ts': clientRoutes,
  'client/operations.generated.ts': clientOperations,
  ...brunoCollection(),
  'docs/generated/account-types.md': accountTypesPage,
  'docs/generated/architecture.md': architecturePage,
  'docs/generated/code.md': codePage,
  'docs/generated/endpoints.md': endpointsPage,
  'docs/generated/errors.md': errorsPage,
  'docs/generated/failure-reasons.md': failureReasonsPage,
  'docs/generated/limits.md': limitsPage,
  'docs/generated/personal-data.md': personalDataPage,
  'docs/generated/states.md': statesPage,
  ...Object.fromEntries(Object.entries(pictures).map(([name, svg]) => [`${PICTURES}/${name}`, () => svg])),
  'docs/ARCHITECTURE.md': (file) => insertSections(file, { 'execute-quote': executeQuoteExcerpt() }),
  'docs/adding-a-provider.md': (file) => insertSections(file, { 'example-rail': exampleRailExcerpt() }),
  'docs/configuration.md': (file) => insertSections(file, { variables: variablesSection() }),
  'docs/going-live.md': (file) => insertSections(file, { checklist: checklistSection() }),
  'docs/sandbox.md': (file) => insertSections(file, sandboxSections()),
  'README.md': (file) => insertSections(file, { 'not-built': notBuiltSection() }),
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [file, make] of Object.entries(FILES)) {
  const text = await Promise.resolve(file)
    .then(make)
    .catch((error: Error) => {
      throw new Error(`${file}: ${error.message}`, { cause: error })
    })
  if (read(file) === text) continue
  stale.push(file)
  if (check) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

if (stale.length === 0) console.log(`${Object.keys(FILES).length} files are up to date.`)
else if (!check) console.log(`Written: ${stale.join(', ')}`)
else {
  console.error(`Out of date: ${stale.join(', ')}. To update them: npm run generate`)
  process.exitCode = 1
}
