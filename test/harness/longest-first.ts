/** Test order: the longest files start first, so that none of them runs alone at the end with the other worker idle. */
import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take more than a minute each. The rest keeps vitest's order, by project. */
const LONGEST = [
  'src/engine/cut-conversations.test.ts',
  'test/torture/torture.test.ts',
  'test/every-operation/request-cost.test.ts',
  'test/torture/soak.test.ts',
  'cli/main.test.ts',
  'src/infra/db/embedded/embedded.test.ts',
]

const gone = LONGEST.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))
if (gone.length > 0) throw new Error(`No such test files, although they are listed as the longest: ${gone.join(', ')}`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const index = LONGEST.findIndex((path) => file.moduleId.endsWith(`/${path}`))
      return index === -1 ? LONGEST.length : index
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
