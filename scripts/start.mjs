/**
 * Start script, `npm start`: from a fresh clone to a running server with Node only. `--no-open` does not open a
 * browser.
 */
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './install.mjs'
import { isBuilt } from './stamp.mjs'

const built = isBuilt()
ensureInstalled({ dev: !built })
if (!built && !isBuilt()) {
  // In its own process, so that the server does not carry the build tools in its memory.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/**
 * Ctrl-C reaches a program under npm twice within milliseconds, from the terminal and from npm, and a second signal
 * usually means "stop at once". A repetition within milliseconds is dropped.
 */
function dropRepeatedSignals() {
  const emit = process.emit
  const last = new Map()
  process.emit = function (name, ...rest) {
    if (name === 'SIGINT' || name === 'SIGTERM') {
      const before = last.get(name) ?? -Infinity
      last.set(name, performance.now())
      if (performance.now() - before < 500) return true
    }
    return emit.call(this, name, ...rest)
  }
}

/**
 * A SIGTERM to npm ends the shell between npm and this process and is not passed on, so the end of the shell is treated
 * as the signal.
 */
function stopWithShell() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

dropRepeatedSignals()
stopWithShell()
const main = join(root, 'dist/main.js')
process.argv[1] = main
if (!process.argv.includes('--no-open')) process.argv.push('--open')
await import(pathToFileURL(main).href)
