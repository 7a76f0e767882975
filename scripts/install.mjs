/** Installation of dependencies: compares node_modules with package-lock.json, and installs if they differ. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Compares the lock with the copy that npm leaves in node_modules when it has finished, so an interrupted or outdated
 * installation is detected, and a manual one is accepted. Optional packages may be absent: they are for other
 * platforms.
 * @param {{ dev: boolean }} need  whether the packages that only build and test are needed as well
 */
export function isInstalled({ dev }) {
  const present = packagesIn('node_modules/.package-lock.json')
  if (!present) return false
  return Object.entries(packagesIn('package-lock.json') ?? {}).every(([path, asked]) => {
    if (!path.startsWith('node_modules/')) return true
    const found = present[path]
    if (found) return found.version === asked.version && found.integrity === asked.integrity
    return asked.optional || asked.devOptional || (asked.dev && !dev)
  })
}

/** Installs the locked packages if node_modules differs from the lock. */
export function ensureInstalled(need) {
  if (isInstalled(need)) return
  console.log('Installing packages (only when they have changed; about half a minute) …')
  const { status } = npm('ci', '--include=dev')
  if (status !== 0) {
    console.error('The packages could not be installed: see the lines above. Try again with: npm ci')
    process.exit(1)
  }
}

/** The npm that started this process, or else the one in the PATH. */
function npm(...args) {
  const cli = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit' }
  if (cli?.endsWith('npm-cli.js')) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).packages
  } catch {
    return undefined
  }
}
