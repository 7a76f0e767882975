/** Test count reporter: writes the numbers of passed and failed tests to the file that TEST_COUNT_FILE names. */
import { writeFileSync } from 'node:fs'

/** Each failure outside a test counts as one: a file that does not load, a failed hook, an unhandled error. */
export default class CountReporter {
  onTestRunEnd(modules, strayErrors) {
    let passed = 0
    let failed = strayErrors.length
    for (const module of modules) {
      for (const test of module.children.allTests('passed')) if (test) passed += 1
      for (const test of module.children.allTests('failed')) if (test) failed += 1
      for (const part of [module, ...module.children.allSuites()]) if (part.errors().length > 0) failed += 1
    }
    if (process.env.TEST_COUNT_FILE) writeFileSync(process.env.TEST_COUNT_FILE, JSON.stringify({ passed, failed }))
  }
}
