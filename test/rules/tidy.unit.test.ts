/** Source rules: patterns that are refused, each with what to write instead and a sample that it must catch. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Rule {
  readonly rule: string
  readonly where: RegExp
  readonly except?: RegExp
  /** `code`: without comments and strings, `text`: all of it, `path`: the file's name. */
  readonly in: 'code' | 'text' | 'path'
  readonly pattern: RegExp
  readonly instead: string
  /** A sample that it must detect: a path and a content. */
  readonly sample: readonly [path: string, text: string]
  /** Other contents of that path that it must detect. */
  readonly alsoCaught?: readonly string[]
}

const SERVICE = /^(src|contract|client)\/.*\.ts$/
const SOURCE = /^(src|contract|client|cli|scripts|dashboard\/src|bench|test)\/.*\.(ts|tsx|mjs)$/
const TEST = /\.test\.tsx?$/

const RULES: readonly Rule[] = [
  {
    rule: 'time is read outside the clock',
    where: SERVICE,
    except: /^(src\/core\/clock|client\/webhooks)\.ts$|\.test\.ts$/,
    in: 'code',
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)/,
    instead: 'rows.now in a command, a Clock (src/core/clock.ts) elsewhere',
    sample: ['src/domain/payments/quotes/lock-quote.ts', 'const at = Date.now()'],
  },
  {
    rule: 'randomness in the service',
    where: SERVICE,
    except: TEST,
    in: 'code',
    pattern: /\bMath\.random\b/,
    instead: 'rows.newId() in a command, src/core/ids.ts or node:crypto elsewhere',
    sample: ['src/domain/payments/quotes/lock-quote.ts', 'const id = Math.random()'],
  },
  {
    rule: 'a status is changed without move()',
    where: /^src\/(domain|infra|providers)\/.*\.ts$/,
    // A hold is not a resource of the API: its changes are not events.
    except: /^src\/infra\/state-machines\/move\.ts$|^src\/domain\/ledger\/hold\.ts$|\.test\.ts$/,
    in: 'code',
    pattern: /\.change\((?:[^()]|\([^()]*\))*?(?<![.\w])status\s*[:,}]/,
    instead: 'move() of src/infra/state-machines/move.ts, which checks the move and records the event',
    sample: [
      'src/domain/payments/quotes/cancel-quote.ts',
      "rows.change(quotes, rows.get(quotes, id), { at, status: 'CANCELLED' })",
    ],
  },
  {
    rule: 'money as a number',
    where: /^src\/(core|domain)\/.*\.ts$/,
    except: /^src\/core\/currency\.ts$|\.test\.ts$/,
    in: 'code',
    pattern:
      /\b(Number|parseFloat|parseInt)\(.*(amount|balance|money)|(amount|balance|money).*\b(Number|parseFloat|parseInt)\(/i,
    instead: 'bigint inside, wireAmount() of src/core/currency.ts on the way out',
    sample: ['src/domain/accounts/present.ts', 'return { balance: Number(account.posted) }'],
  },
  {
    rule: 'the domain depends on the mode',
    where: /^src\/domain\/.*\.ts$/,
    except: TEST,
    in: 'code',
    pattern: /\bisSandbox\b|\bmode\s*[!=]==/,
    instead: 'a provider that behaves differently',
    sample: ['src/domain/payments/quotes/lock-quote.ts', "if (config.mode === 'sandbox') settle()"],
  },
  {
    rule: 'a command that waits, catches, or reads the time',
    where: /^src\/domain\/(?:[^/]+\/)+[a-z]+-[a-z-]+\.ts$/,
    except: TEST,
    in: 'code',
    pattern:
      /^(?=[\s\S]*export (?:(?:async )?function \w+(?:<[^(]*>)?\(\s*rows: Rows\b|const \w+ = command\b))[\s\S]*?\b(?:await|async|try|Date|Math\.random)\b/,
    instead: 'synchronous, pure steps: rows.now for the time, a job for everything outside',
    sample: [
      'src/domain/payments/quotes/lock-quote.ts',
      'export function lockQuote(rows: Rows) {\n  return new Date(rows.now)\n}',
    ],
    alsoCaught: ['export const lockQuote = command({\n  run: (rows) => new Date(rows.now),\n})'],
  },
  {
    rule: 'rows or signatures asked for outside a declaration',
    where: /^src\/domain\/.*\.ts$/,
    except: TEST,
    in: 'code',
    pattern: /\.prefetch\s*\(|\brows\.lastSeen\s*\(|\brequireSignature\b/,
    instead: '`reads` and `signature` of command() (src/engine/command.ts)',
    sample: ['src/domain/payments/quotes/lock-quote.ts', 'rows.prefetch([quotes, id], [balances, from])'],
    alsoCaught: ['const known = rows.lastSeen(quotes, id)', 'requireSignature(signer, { accountIds })'],
  },
  {
    rule: 'a file over 300 lines',
    where: /^(src|contract|client|cli|scripts)\/.*\.(ts|tsx|mjs)$/,
    except: /\.test\.tsx?$|\.generated\./,
    in: 'text',
    pattern: /^(?:.*\n){301}/,
    instead: 'two files, each with one subject',
    sample: ['src/domain/payments/quotes/lock-quote.ts', 'x\n'.repeat(301)],
  },
  {
    rule: 'a name that says nothing',
    where: /\.(ts|tsx|mjs)$/,
    in: 'path',
    pattern:
      /[/-](utils?|helpers?|services?|managers?)(\.[a-z.]+)?(\/|$)|\/(common|types)\.[a-z.]+$|\/(common|types)\//,
    instead: 'the name of what the file holds',
    sample: ['src/core/string-utils.ts', ''],
  },
  {
    rule: 'work left for later',
    where: /./,
    in: 'text',
    pattern: /\b(TODO|FIXME)\b/,
    instead: 'the work itself, or an issue',
    sample: ['docs/ledger.md', 'TODO: explain'],
  },
  {
    rule: 'a path of one machine',
    where: /./,
    in: 'text',
    pattern: /(?<![\w.~-])\/(work|root|home\/\w+|Users\/\w+)\//,
    instead: 'a path relative to the file or the root',
    sample: ['docs/start.md', 'cd /root/causeway'],
  },
  {
    rule: 'a fixed temporary folder',
    where: /\.(ts|tsx|mjs)$/,
    except: /^test\/|\.test\.tsx?$/,
    in: 'text',
    pattern: /(?<![\w.~-])\/tmp\//,
    instead: 'mkdtemp in os.tmpdir()',
    sample: ['scripts/build.mjs', "const out = '/tmp/dist'"],
  },
  {
    rule: 'a file does not say what it is',
    where: SOURCE,
    except: TEST,
    in: 'text',
    pattern: /^(?!(#!.*\n)?\/\*\*(\n \*)? \w)/,
    instead: 'a first comment `/** Quote state machine: … */`',
    sample: ['src/core/rate.ts', "import { over } from './ratio.ts'"],
  },
  {
    rule: 'a test that does not run, or keeps others from running',
    where: TEST,
    in: 'code',
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.(only|skip|todo)\b/,
    instead: 'all tests, always; it.runIf(…) for what a machine may lack',
    sample: ['src/core/rate.unit.test.ts', "it.only('rounds', () => {})"],
  },
]

/** Replaces comments and strings by spaces, so that positions are unchanged. */
function codeOf(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:\\])\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, blank)
}

/** The place where a file breaks the rule, and the remedy; undefined where it follows the rule. */
function breach(rule: Rule, path: string, text: string): string | undefined {
  if (!rule.where.test(path) || rule.except?.test(path)) return undefined
  const subject = { code: codeOf, text: () => text, path: () => path }[rule.in](text)
  const found = rule.pattern.exec(subject)
  if (!found) return undefined
  const line = subject.slice(0, found.index + found[0].length).split('\n').length
  return `${path}:${line} ${rule.rule}; instead: ${rule.instead}`
}

const FOLDERS = ['contract', 'src', 'client', 'cli', 'dashboard', 'scripts', 'test', 'bench', 'docs', '.ci']
const READ = /\.(ts|tsx|mjs|sql|md|html|css|yaml|yml)$|^\.ci\/run$|Dockerfile$/
const SELF = 'test/rules/tidy.unit.test.ts'

const files = [
  ...readdirSync('.'),
  ...FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
]
  .filter((path) => READ.test(path) && !/(^|\/)(node_modules|dist)\//.test(path) && path !== SELF)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

describe('the source', () => {
  it('has files to read', () => expect(files.length).toBeGreaterThan(50))

  for (const rule of RULES) {
    it(`has no place with: ${rule.rule}`, () => {
      expect(files.map(({ path, text }) => breach(rule, path, text)).filter(Boolean)).toEqual([])
    })

    it(`finds: ${rule.rule}`, () => {
      const [path, text] = rule.sample
      for (const each of [text, ...(rule.alsoCaught ?? [])]) expect(breach(rule, path, each)).toContain(rule.instead)
    })
  }

  it('may have any wording in comments and strings of rules for code', () => {
    const [clock] = RULES as [Rule]
    expect(
      breach(clock, 'src/domain/payments/quotes/lock-quote.ts', "// not Date.now()\nlog('new Date()')"),
    ).toBeUndefined()
  })
})
