/** Owns `npm test`: vitest with whatever arguments follow, and the count of all its tests as the last line. */
import './node-version.mjs'
import { ensureInstalled } from './install.mjs'
import { runTests } from './vitest.mjs'

ensureInstalled({ dev: true })
const { passed, failed } = await runTests(process.argv.slice(2))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
