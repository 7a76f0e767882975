/** Shape and naming of the source: folders, fragments, and operations that have one name in contract, code and tests. */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import { operationNames } from '../../scripts/measure/operation-names.ts'
import { crowdedFolders, fragments, functionLines, quantile, reachedFrom } from '../../scripts/measure/shape.ts'
import { readSources, type Source } from '../../scripts/measure/sources.ts'
import { BOUNDARIES, SAME_NAMES, SHARED_RULES } from './shape.ts'

const sources = readSources()
const file = (path: string, text: string, imports: readonly string[] = []): Source => ({
  path,
  text,
  lines: text.split('\n').length,
  isTest: path.includes('.test.'),
  imports,
})

describe('an operation', () => {
  const found = operationNames(sources)

  it('has a function of its operationId in the rooms', () => {
    expect(found.total).toBeGreaterThan(100)
    expect(found.withoutFunction).toEqual([])
  })

  it('has a test whose describe begins with its operationId', () => {
    expect(found.withoutDescribe).toEqual([])
  })

  it('is found by an exported function and by a describe, and by nothing else', () => {
    const { withoutFunction, withoutDescribe } = operationNames([
      file('src/domain/a.ts', 'export async function createQuote() {}\nfunction getQuoteById() {}'),
      file('src/domain/b.ts', 'export const listTokens = () => 1 // export const listQuotes'),
      file('src/domain/a.test.ts', "describe('createQuote: refusals', f)\ndescribe.each([1])('executeQuote %s', f)"),
    ])
    expect(withoutFunction).not.toContain('createQuote')
    expect(withoutFunction).not.toContain('listTokens')
    expect(withoutFunction).toEqual(expect.arrayContaining(['getQuoteById', 'listQuotes']))
    expect(withoutDescribe).not.toContain('createQuote')
    expect(withoutDescribe).not.toContain('executeQuote')
    expect(withoutDescribe).toContain('listTokens')
  })
})

describe('a folder', () => {
  it('has at most 15 files, tests not counted', () => {
    expect([...crowdedFolders(sources)]).toEqual([])
  })

  it('is found when it has more', () => {
    const files = Array.from({ length: 16 }, (_, index) => file(`src/domain/full/${index}.ts`, ''))
    expect([...crowdedFolders([...files.slice(1), file('src/domain/full/a.test.ts', '')])]).toEqual([])
    expect([...crowdedFolders(files)]).toEqual([['src/domain/full', 16]])
  })
})

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

describe('the rooms', () => {
  const rooms = 'accounts agents cards customers events ledger payments platform sandbox wallets'.split(' ')

  it('of the domain are ten', () => expect(foldersIn('src/domain')).toEqual(rooms))

  it('of the contract are the same, and those of the installation, of operators and of examples', () => {
    expect(foldersIn('contract')).toEqual([...rooms, 'examples', 'installation', 'operators'].sort())
  })

  it('leave one loose file in src/', () => {
    expect(sources.filter(({ path }) => /^src\/[^/]+$/.test(path)).map(({ path }) => path)).toEqual(['src/main.ts'])
  })
})

describe('a use case', () => {
  const writes = Object.entries(contract).flatMap(([id, { method }]) => (method === 'GET' ? [] : [id]))
  /** Files with an exported function of a writing operation → those operations. */
  const useCases = (all: readonly Source[]): Map<string, string[]> => {
    const found = new Map<string, string[]>()
    for (const { path, text, isTest } of all)
      if (path.startsWith('src/domain/') && !isTest && !path.endsWith('/api.ts')) {
        const names = [...text.matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(
          ([, name]) => name ?? '',
        )
        const ids = names.filter((name) => writes.includes(name))
        if (ids.length > 0) found.set(path, ids)
      }
    return found
  }
  const misplaced = (all: readonly Source[]): string[] =>
    [...useCases(all)]
      .filter(([path, ids]) => ids.length > 1 || fileOf(ids[0] as string) !== basename(path))
      .map(([path]) => path)
  const fileOf = (id: string) => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

  it('is one file of its operation’s name, or shares one rule with others', () => {
    expect(misplaced(sources).sort()).toEqual(Object.keys(SHARED_RULES).sort())
  })

  it('is found in another file, and in one with two', () => {
    const quote = 'export const createQuote = command({})'
    expect(misplaced([file('src/domain/a/create-quote.ts', quote)])).toEqual([])
    expect(misplaced([file('src/domain/a/quotes.ts', quote)])).toEqual(['src/domain/a/quotes.ts'])
    const two = `${quote}\nexport function executeQuote() {}`
    expect(misplaced([file('src/domain/a/create-quote.ts', two)])).toEqual(['src/domain/a/create-quote.ts'])
  })
})

describe('a file name', () => {
  const repeated = (paths: readonly string[]): string[] => {
    const names = paths.map((path) => basename(path))
    return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].sort()
  }

  it('is used once in src/, or always with one meaning', () => {
    const paths = sources.filter(({ path, isTest }) => path.startsWith('src/') && !isTest).map(({ path }) => path)
    expect(repeated(paths)).toEqual(Object.keys(SAME_NAMES).sort())
    expect(repeated(['src/a/form.ts', 'src/b/form.ts', 'src/b/other.ts'])).toEqual(['form.ts'])
  })
})

describe('the engine', () => {
  const engine = sources.filter(({ path, isTest }) => path.startsWith('src/engine/') && !isTest)

  it('has no function over 40 lines', () => {
    expect(engine.length).toBeGreaterThan(15)
    expect(engine.filter((source) => Math.max(0, ...functionLines(source)) > 40).map(({ path }) => path)).toEqual([])
  })
})

/** Resources whose state machine and table or presenter are in different files → why. */
const APART: Readonly<Record<string, string>> = {
  'src/domain/accounts/internal-account.ts': 'its status is a column of the balance, which the ledger changes',
}
/** What a file with a state machine takes from another file: its table or its presenter. */
const takenFromElsewhere = ({ text }: Source): string[] => {
  const [machine] = /export const \w+: Machine<[\s\S]*?\n}/.exec(text) ?? ['']
  const names = [...machine.matchAll(/^ {2}(?:table|present): (?:\([^)]*\) => )?(\w+)/gm)].map(
    ([, name]) => name as string,
  )
  return names.filter((name) => !new RegExp(`^export (?:const|function) ${name}\\b`, 'm').test(text))
}

describe('a resource of the domain', () => {
  const domain = sources.filter(({ path, isTest }) => path.startsWith('src/domain/') && !isTest)

  it('is one file: table, state machine and presenter', () => {
    expect(domain.filter(({ text }) => text.includes(': Machine<')).length).toBeGreaterThan(10)
    const apart = domain.filter((it) => takenFromElsewhere(it).length > 0).map(({ path }) => path)
    expect(apart).toEqual(Object.keys(APART))
    expect(domain.filter(({ path }) => path.endsWith('/tables.ts')).map(({ path }) => path)).toEqual([])
  })

  it('is found when its table or its presenter is elsewhere', () => {
    const machine = 'export const m: Machine<A, B> = {\n  table: things,\n  present: (row) => presentThing(row),\n}'
    const own = 'export const things = table()\nexport function presentThing() {}\n'
    expect(takenFromElsewhere(file('src/domain/a.ts', own + machine))).toEqual([])
    expect(takenFromElsewhere(file('src/domain/a.ts', machine))).toEqual(['things', 'presentThing'])
  })
})

describe('a small file', () => {
  it('is imported by several, or stands for a boundary', () => {
    expect(fragments(sources).sort()).toEqual(Object.keys(BOUNDARIES).sort())
  })

  it('is found when one file imports it, tests not counted', () => {
    const small = [file('src/a.ts', 'x'), file('src/b.ts', 'x', ['src/a.ts']), file('src/a.test.ts', 'x', ['src/a.ts'])]
    expect(fragments(small)).toEqual(['src/a.ts'])
    expect(fragments([...small, file('src/c.ts', 'x', ['src/a.ts'])])).toEqual([])
    expect(fragments([file('src/a.ts', 'x\n'.repeat(21)), file('src/b.ts', '', ['src/a.ts'])])).toEqual([])
  })
})

describe('the measurements', () => {
  it('count the lines of functions that have a body', () => {
    const text = 'function a() {\n  return 1\n}\nconst b = () => 1\nclass C { d() {} }'
    expect(functionLines(file('src/a.ts', text))).toEqual([3, 1])
  })

  it('follow imports in circles once', () => {
    const circle = [file('a.ts', '', ['b.ts']), file('b.ts', '', ['c.ts', 'gone.ts']), file('c.ts', '', ['a.ts'])]
    expect([...reachedFrom('a.ts', circle)]).toEqual(['b.ts', 'c.ts'])
  })

  it('take the quantile of none as 0', () => {
    expect([quantile([], 0.5), quantile([3, 1, 2], 0.5), quantile([1, 2], 1)]).toEqual([0, 2, 2])
  })
})
