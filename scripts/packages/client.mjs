/** Build of the client package, `npm run build:client`: client/dist, or the given folder, with one module for each entry, and its types. */
import '../node-version.mjs'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { root } from '../install.mjs'

const folder = join(root, 'client')
const dist = resolve(process.argv[2] ?? join(folder, 'dist'))

rmSync(dist, { recursive: true, force: true })
// The bundle contains the packages for wallet keys, so the client has no dependencies. Not minified, so that it can be read.
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ['index.ts', 'wallets.ts'],
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: 'shared',
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  metafile: true,
  logLevel: 'warning',
})
execFileSync(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-p', folder, '--outDir', dist], {
  stdio: 'inherit',
})
// The compiler leaves the names of the sources in declarations.
for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
  const text = readFileSync(join(dist, name), 'utf8')
  writeFileSync(join(dist, name), text.replace(/((?:from|import)[ (]['"]\.\/[\w.-]+)\.ts(?=['"])/g, '$1.js'))
}
writeFileSync(join(dist, 'LICENSE'), [readFileSync(join(root, 'LICENSE'), 'utf8'), ...licensesInside()].join('\n\n'))

/** Licences of the packages that wallets.js contains. */
function licensesInside() {
  const paths = Object.keys(metafile.inputs)
  const packages = new Set(paths.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))
  return [...packages].sort().map((name) => {
    const file = join(root, 'node_modules', name, 'LICENSE')
    if (!existsSync(file)) throw new Error(`${name} has no LICENSE`)
    return `${name}\n\n${readFileSync(file, 'utf8')}`
  })
}
