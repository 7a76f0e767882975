/**
 * SBOM script, `npm run sbom`: writes dist/sbom.cdx.json (CycloneDX) with every package that production runs, installed
 * or bundled, its version, licence and hash. Needs a build.
 */
import '../node-version.mjs'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

const { stdout, stderr, status } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (status !== 0) {
  console.error(`npm could not list the packages. ${stderr}`)
  process.exit(1)
}
const all = JSON.parse(stdout)
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const bundled = new Set(JSON.parse(readFileSync(join(root, 'dist/bundled.json'), 'utf8')))
const isDevelopment = ({ properties }) => properties.some((one) => one.name === 'cdx:npm:package:development')
const components = all.components.filter((one) => bundled.has(one.name) || !isDevelopment(one))
const refs = new Set([all.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
const dependencies = all.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
// npm takes the name from the folder.
const metadata = { ...all.metadata, component: { ...all.metadata.component, name } }
writeFileSync(
  join(root, 'dist/sbom.cdx.json'),
  `${JSON.stringify({ ...all, metadata, components, dependencies }, null, 2)}\n`,
)
console.log(`dist/sbom.cdx.json lists ${components.length} packages.`)
