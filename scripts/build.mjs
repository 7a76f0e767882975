/** Build script: dist/ with the bundled server and command line, the migrations, and the dashboard. */
import './node-version.mjs'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isInstalled, root } from './install.mjs'
import { fingerprint, isBuilt, leaveStamp } from './stamp.mjs'

/** Packages that load files or native code from their own folder. */
const APART = ['@electric-sql/pglite', 'secp256k1', 'pg-native', 'ssh2']
/** Makes the embedded database that a first start copies. */
const INITIAL = 'initial-database'
/** Files that browsers load. */
const COMPRESSED = /\.(js|css|html|svg)$/
/** `require` for CommonJS packages inside the bundle. */
const REQUIRE = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

// As `prepare`, this must not fail an installation: neither where development packages were omitted on purpose
// (`npm ci --omit=dev`), nor where the sources do not build. `npm start` tries again.
const ifPossible = process.argv.includes('--if-possible')

if (isBuilt()) {
  console.log('dist/ is up to date.')
} else if (ifPossible && !isInstalled({ dev: true })) {
  console.log('Development packages are not installed, so dist/ is not built. To install them: npm ci --include=dev')
} else if (!existsSync(join(root, 'src/main.ts'))) {
  console.log('There is no src/main.ts, so there is nothing to build.')
} else {
  await build().catch((error) => {
    console.error(`The build failed. ${error.message}`)
    process.exit(ifPossible ? 0 : 1)
  })
}

async function build() {
  const started = performance.now()
  const sources = fingerprint()
  process.env.NODE_ENV = 'production'
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  mkdirSync(join(root, 'dist'))
  const inputs = (await Promise.all([buildServer(), buildDashboard()])).flat()
  writeFileSync(join(root, 'dist/bundled.json'), JSON.stringify(packagesOf(inputs)))
  leaveStamp(sources)
  console.log(`Built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/**
 * The bundle contains the packages: loading their thousand files takes half of the start-up time. All output is in one
 * folder, so `new URL('./migrations/', import.meta.url)` means the same in src/infra/db and in dist.
 */
async function buildServer() {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/main.ts',
      causeway: 'cli/main.ts',
      [INITIAL]: 'src/infra/db/embedded/initial-database.ts',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: APART,
    banner: { js: REQUIRE },
    sourcemap: true,
    metafile: true,
    logLevel: 'silent',
  })
  writeFileSync(join(root, 'dist/meta.json'), JSON.stringify(metafile))
  const migrations = join(root, 'src/infra/db/migrations')
  if (existsSync(migrations)) cpSync(migrations, join(root, 'dist/migrations'), { recursive: true })
  const { writeInitialDatabase } = await import(pathToFileURL(join(root, `dist/${INITIAL}.js`)).href)
  await writeInitialDatabase()
  return Object.keys(metafile.inputs)
}

async function buildDashboard() {
  const config = join(root, 'dashboard/vite.config.ts')
  if (!existsSync(config)) return []
  const { build } = await import('vite')
  const { output } = await build({
    root: join(root, 'dashboard'),
    configFile: config,
    logLevel: 'warn',
    build: { outDir: join(root, 'dist/dashboard'), emptyOutDir: true },
  })
  const files = readdirSync(join(root, 'dist/dashboard'), { recursive: true, withFileTypes: true })
  await Promise.all(
    files.filter(({ name }) => COMPRESSED.test(name)).map(({ parentPath, name }) => compress(join(parentPath, name))),
  )
  return output.flatMap(({ moduleIds = [], originalFileNames = [] }) => [...moduleIds, ...originalFileNames])
}

/** The packages that a bundle contains, by the paths of its inputs. */
function packagesOf(inputs) {
  const names = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  return [...new Set(names)].sort()
}

/** Writes `.br` and `.gz` beside a file, so that no request waits for compression. */
async function compress(file) {
  const text = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: text.length > 2 ** 20 ? 6 : 10 }
  const [brotli, zip] = await Promise.all([promisify(brotliCompress)(text, { params }), promisify(gzip)(text)])
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, zip)
}
