/** Check script, `npm run check`: runs every gate, also after a failure; the last line is the total. */
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureInstalled, root } from './install.mjs'
import { runTests } from './vitest.mjs'

const IMPORTED = 'contract src client cli dashboard test bench'.split(' ').filter((folder) => existsSync(root + folder))

/**
 * `expects`: text that the output must contain, for tools that also succeed when they checked nothing. `prints`: also
 * shows the output of a success.
 */
const GATES = [
  { name: 'types', run: ['node_modules/ts7/bin/tsc', '-p', '.'] },
  { name: 'dashboard types', run: ['node_modules/ts7/bin/tsc', '-p', 'dashboard'], when: 'dashboard/tsconfig.json' },
  { name: 'example types', run: ['node_modules/ts7/bin/tsc', '-p', 'examples'] },
  {
    name: 'style',
    run: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--max-diagnostics=50'],
  },
  {
    name: 'architecture',
    run: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      ...IMPORTED,
    ],
    expects: /\([1-9]\d* modules, [1-9]\d* dependencies cruised\)/,
  },
  { name: 'unused code', run: ['node_modules/knip/bin/knip.js'] },
  { name: 'generated files', run: ['--import', 'tsx', 'scripts/generate.ts', '--check'] },
  { name: 'public interface', run: ['--import', 'tsx', 'scripts/interface/compare.ts'] },
  { name: 'build', run: ['scripts/build.mjs'] },
  { name: 'advisories', run: ['scripts/packages/advisories.mjs'], prints: true },
]

ensureInstalled({ dev: true })
let passed = 0
let failed = 0
for (const gate of GATES) {
  if (gate.when && !existsSync(root + gate.when)) continue
  if (runGate(gate)) passed += 1
  else failed += 1
}
const tests = await runTests()
console.log(`${passed + tests.passed} passed, ${failed + tests.failed} failed`)
process.exit(failed + tests.failed === 0 ? 0 : 1)

function runGate({ name, run, expects, prints }) {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, run, { cwd: root, encoding: 'utf8' })
  const good = status === 0 && (!expects || expects.test(stdout))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${good ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  if (!good || prints) console.log(`${stdout}${stderr}`.trimEnd())
  return good
}
