/**
 * Advisory gate: fails when the registry knows of a high or critical vulnerability in a package that production runs.
 * A registry that cannot be reached, or that has no advisories, is reported and does not fail it.
 */
import { spawnSync } from 'node:child_process'
import { root } from '../install.mjs'

const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=20000']
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--package-lock-only', '--json', ...PATIENCE], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const answer = parsed(stdout)
const found = Object.values(answer?.vulnerabilities ?? {}).filter(({ severity }) =>
  ['high', 'critical'].includes(severity),
)
for (const { name, severity, range, via } of found)
  console.log(`${name} ${range}: ${severity}. ${via.map((one) => one.url ?? one).join(', ')}`)
if (found.length > 0) process.exit(1)
console.log(
  answer?.vulnerabilities
    ? 'No high or critical advisory concerns a package that production runs.'
    : 'The registry gave no advisories: packages were not checked.',
)

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
