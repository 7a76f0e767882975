/** Measure script: prints docs/generated/code.md for the present state of the code. */
import { fileURLToPath } from 'node:url'
import { codePage } from './generate/code.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
process.stdout.write(codePage())
