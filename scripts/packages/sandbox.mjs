/** Build of the sandbox package, `npm run build:sandbox`: dist/packages/sandbox with the service, its migrations and a template. */
import '../node-version.mjs'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import typescript from 'typescript'
import { root } from '../install.mjs'

const dist = join(root, 'dist/packages/sandbox')
const SOURCE = 'src/composition/sandbox/create-sandbox.ts'
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const REQUIRE = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/** The tests of a project and the sandbox use the same client, so that its errors are of the same classes. */
const client = {
  name: 'client',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/client\/index\.ts$/ }, () => ({ path: 'causeway-client', external: true })),
}

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
await build({
  absWorkingDir: root,
  entryPoints: { index: SOURCE, template: 'src/composition/sandbox/template.ts' },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: ['@electric-sql/pglite', 'pg-native', 'ssh2'],
  // The JavaScript implementation: a native package would have to be compiled on the user's machine.
  alias: { secp256k1: 'secp256k1/elliptic.js' },
  plugins: [client],
  banner: { js: REQUIRE },
  minify: true,
  keepNames: true,
  logLevel: 'error',
})
cpSync(join(root, 'src/infra/db/migrations'), join(dist, 'migrations'), { recursive: true })
const { writeTemplate } = await import(pathToFileURL(join(dist, 'template.js')).href)
await writeTemplate(join(dist, 'template'))
rmSync(join(dist, 'template.js'))

const { outputText } = typescript.transpileDeclaration(readFileSync(join(root, SOURCE), 'utf8'), {
  compilerOptions: { target: 'es2023', module: 'nodenext' },
})
const types = outputText
  .replace(/'[./]+\/client\/index\.ts'/, "'causeway-client'")
  .replace(/^(import .*(?!causeway-client)'\..*)\n/gm, '')
writeFileSync(join(dist, 'index.d.ts'), types)
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
writeFileSync(
  join(dist, 'package.json'),
  JSON.stringify(
    {
      name: 'causeway-sandbox',
      version,
      type: 'module',
      description: 'A whole Causeway sandbox for the tests of another project',
      license: 'Apache-2.0',
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      engines: { node: '>=20.19' },
      dependencies: { '@electric-sql/pglite': dependencies['@electric-sql/pglite'], 'causeway-client': version },
    },
    null,
    2,
  ),
)
