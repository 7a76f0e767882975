/** Files of deploy/: they name only variables and files that exist, are hardened, and pass the linters that are installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SECRETS, VARIABLES } from '../../src/composition/variables.ts'
import { imageFiles, stages } from './dockerfile.ts'

const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
const read = (file: string) => readFileSync(file, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program by its variable, or on the path. */
const found = (name: string): string | undefined =>
  process.env[name.toUpperCase()] ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((place) => join(place, name))
    .find((path) => existsSync(path))

function passes(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
}

/** Variables of the examples in deploy/ themselves, not of the service. */
const OF_COMPOSE = ['CAUSEWAY_VERSION', 'CAUSEWAY_HOST', 'CAUSEWAY_DESK_HOST', 'CAUSEWAY_PROCESSES']
const KNOWN = new Set<string>([...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`), ...OF_COMPOSE])
const namedIn = (text: string) =>
  [...text.matchAll(/\b(CAUSEWAY_[A-Z0-9_]+|DATABASE_URL(?:_FILE)?)\b/g)].map(([name]) => name)
/** Flags of Node with which `npm start` runs the service. */
const FLAGS = JSON.parse(read('package.json')).scripts.start.match(/--\S+/g) as string[]

describe('the files of deploy/', () => {
  it('exist', () => expect(files.length).toBeGreaterThan(8))

  it.each(files)('%s names only variables of the service', (file) => {
    expect(namedIn(read(file)).filter((name) => !KNOWN.has(name))).toEqual([])
  })

  it('would be detected if they named others', () => {
    expect(namedIn('CAUSEWAY_SECRET_KEY_FILE=/x CAUSEWAY_SECRETS=1').filter((name) => !KNOWN.has(name))).toEqual([
      'CAUSEWAY_SECRETS',
    ])
  })

  it('contain no secret', () => {
    for (const file of files) expect(read(file)).not.toMatch(/\b[0-9a-f]{64}\b|:\/\/[^\s/:]+:[^\s/@]+@/)
  })
})

describe('the image', () => {
  const last = stages().at(-1) ?? []
  const wordsOf = (name: string) => last.filter((it) => it.name === name).map(({ words }) => words)

  it('copies only files of the repository or of an earlier stage', () => {
    const made = ['dist', 'node_modules']
    const copied = stages().flatMap((stage) => stage.filter(({ name }) => name === 'COPY'))
    const sources = copied.flatMap(({ words }) =>
      words
        .split(' ')
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1),
    )
    expect(sources.filter((path) => !existsSync(path) && !made.includes(path.replace('/app/', '')))).toEqual([])
    expect(imageFiles().map(([, to]) => to)).toEqual(expect.arrayContaining(['dist', 'docs', './package.json']))
  })

  it('does not run as root, uses the flags of npm start, on a Node that is supported, and has a health check', () => {
    expect(wordsOf('USER')).toEqual(['1000:1000'])
    expect(JSON.parse(wordsOf('ENTRYPOINT')[0] as string)).toEqual(['node', ...FLAGS, 'dist/main.js'])
    expect(wordsOf('HEALTHCHECK')[0]).toContain('/readyz')
    const [, major, minor] = /^ARG NODE=(\d+)\.(\d+)\.\d+-bookworm$/m.exec(read('deploy/docker/Dockerfile')) ?? []
    expect(Number(major) * 100 + Number(minor)).toBeGreaterThanOrEqual(2019)
    expect(wordsOf('ENV').join(' ')).not.toMatch(/KEY|URL|SECRET/)
  })

  it('has every page that the service serves', async () => {
    const { DOC_PAGES } = await import('../../src/documentation/pages.ts')
    const copied = imageFiles().map(([from]) => from)
    const absent = DOC_PAGES.filter(({ file }) => !copied.some((it) => file === it || file.startsWith(`${it}/`)))
    expect(absent).toEqual([])
  })

  const hadolint = found('hadolint')
  it.runIf(hadolint)('passes hadolint', () => {
    passes(hadolint as string, ['--failure-threshold', 'warning', 'deploy/docker/Dockerfile'])
  })
})

describe('compose.yaml', () => {
  const { services, secrets } = parse(read('deploy/docker/compose.yaml'), { merge: true })

  it('runs two unprivileged processes on a read-only root, with secrets from files', () => {
    for (const name of ['service-a', 'service-b'])
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    const { environment, secrets: given } = services['service-a']
    expect(Object.keys(environment).filter((name) => SECRETS.includes(name as never))).toEqual([])
    for (const [name, value] of Object.entries<string>(environment).filter(([it]) => it.endsWith('_FILE')))
      expect(given, name).toContain(value.replace('/run/secrets/', ''))
    for (const service of Object.values<{ secrets?: string[] }>(services))
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets ?? []))
  })

  it('trusts the network of its proxy, and opens only the proxy’s ports', () => {
    const { networks } = parse(read('deploy/docker/compose.yaml'), { merge: true })
    expect(services['service-a'].environment.CAUSEWAY_TRUSTED_PROXIES).toBe(networks.inside.ipam.config[0].subnet)
    expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['proxy'])
  })

  const docker = found('docker')
  const hasCompose = docker !== undefined && spawnSync(docker, ['compose', 'version']).status === 0
  it.runIf(hasCompose)('is accepted by docker compose', () => {
    const env = { ...process.env, CAUSEWAY_HOST: 'api.example', CAUSEWAY_DESK_HOST: 'desk.example' }
    const args = ['compose', '-f', 'deploy/docker/compose.yaml', 'config', '--quiet']
    const { status, stderr } = spawnSync(docker as string, args, { env, encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })
})

describe('the Helm chart', () => {
  const chart = 'deploy/helm/causeway'
  const values = parse(read(`${chart}/values.yaml`))
  const templates = readdirSync(`${chart}/templates`).map((name) => read(`${chart}/templates/${name}`))

  it('uses only values that exist, and all of them', () => {
    const used = templates.flatMap((text) =>
      [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path as string),
    )
    const at = (path: string) => path.split('.').reduce((part, name) => part?.[name], values)
    expect(used.filter((path) => at(path) === undefined)).toEqual([])
    const unused = Object.keys(values).filter((name) => !used.some((path) => path.split('.')[0] === name))
    expect(unused).toEqual([])
  })

  it('mounts a file for each secret, and has variables of the service only', () => {
    expect(Object.keys(values.secretFiles).filter((name) => !SECRETS.includes(name as never))).toEqual([])
    expect(Object.keys(values.environment).filter((name) => !(name in VARIABLES))).toEqual([])
  })

  it('closes every block that it opens', () => {
    for (const text of templates) {
      const opened = text.match(/\{\{-? ?(if|range|with)\b/g)?.length ?? 0
      expect(text.match(/\{\{-? ?end\b/g)?.length ?? 0).toBe(opened)
    }
  })

  const helm = found('helm')
  it.runIf(helm)('passes helm lint, and renders unprivileged pods', () => {
    passes(helm as string, ['lint', '--strict', chart])
    const options = ['--kube-version', '1.30.0', '--set', 'ingress.enabled=true,podMonitor.enabled=true']
    const { stdout, stderr } = spawnSync(helm as string, ['template', 'pay', chart, ...options], { encoding: 'utf8' })
    const rendered = parseAllDocuments(stdout).map((document) => document.toJS())
    expect(rendered.map(({ kind }) => kind).sort(), stderr).toEqual(
      ['Deployment', 'Ingress', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'PodMonitor', 'Service'].sort(),
    )
    const { spec } = rendered.find(({ kind }) => kind === 'Deployment').spec.template
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(spec.containers[0].env).toEqual(
      expect.arrayContaining([{ name: 'DATABASE_URL_FILE', value: '/run/secrets/causeway/database_url' }]),
    )
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/causeway.service')

  it('runs the program with the flags of npm start, and gives it every secret as a credential', () => {
    expect(unit).toContain(`ExecStart=/usr/bin/node ${FLAGS.join(' ')} dist/main.js\n`)
    const loaded = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name)
    const used = [...unit.matchAll(/(\w+)_FILE=%d\/(\w+)/g)]
    expect(used.map(([, , name]) => name)).toEqual(loaded)
    expect(used.filter(([, name]) => !SECRETS.includes(name as never))).toEqual([])
  })

  const analyze = found('systemd-analyze')
  it.runIf(analyze)('passes systemd-analyze, including its security review', () => {
    const file = join(folder, 'causeway.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath).replaceAll('User=causeway', 'User=root'))
    passes(analyze as string, ['verify', '--man=no', '--recursive-errors=no', file])
    passes(analyze as string, ['security', '--offline=yes', '--threshold=20', file])
  })
})
