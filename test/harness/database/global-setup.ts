/** Global setup of a test project: a migrated database to copy, or the built program for the browser. */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../../src/infra/db/embedded/embedded.ts'
import { migrate } from '../../../src/infra/db/migrate.ts'
import { openPostgres } from '../../../src/infra/db/postgres.ts'
import { grantStatements } from '../../../src/infra/db/roles/grants.ts'
import { openPgBouncer } from './pooler.ts'
import { databaseOn, onServer, temporaryCluster } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A server for databases whose names begin with `prefix`, with `<prefix>template` to copy, and a `role` that runs the
     * service on them, whose password is its name. Connections go through `pooled` where it is given.
     */
    postgres: { url: string; prefix: string; role: string; pooled?: string }
    /** The file that holds a migrated embedded database. */
    snapshot: string
  }
}

type Teardown = () => Promise<void>

export async function setup(project: TestProject): Promise<Teardown | undefined> {
  if (project.name === 'postgres' || project.name === 'pooled') return await preparePostgres(project)
  if (project.name === 'embedded') await prepareSnapshot(project)
  else build()
}

async function preparePostgres(project: TestProject): Promise<Teardown> {
  const given = process.env.DATABASE_URL
  const cluster = given ? undefined : await temporaryCluster()
  const url = given ?? cluster?.url ?? ''
  const prefix = `causeway_test_${randomBytes(4).toString('hex')}_`
  const template = `${prefix}template`
  await onServer(url, `create database ${template}`)
  const store = await openPostgres(databaseOn(url, template))
  await migrate(store)
  const role = `${prefix}role`
  await store.script(`create role ${role} login password '${role}'`)
  await store.script((await grantStatements(store, role)).join(';\n'))
  await store.close()
  // It accepts no more connections, so that it can be copied at any time.
  await onServer(url, `alter database ${template} allow_connections false`)
  const pooler = project.name === 'pooled' ? await openPgBouncer(url, [role]) : undefined
  project.provide('postgres', { url, prefix, role, ...(pooler && { pooled: pooler.url }) })
  return async () => {
    await pooler?.close()
    if (cluster) return await cluster.remove()
    const left = await onServer<{ datname: string }>(
      url,
      `select datname from pg_database where starts_with(datname, '${prefix}')`,
    )
    for (const { datname } of left) await onServer(url, `drop database if exists ${datname} with (force)`)
    await onServer(url, `drop role ${role}`)
  }
}

/** The snapshot is kept between runs: making one takes seconds. Its name is a hash of its inputs. */
async function prepareSnapshot(project: TestProject): Promise<void> {
  const folder = join(project.config.root, '.cache')
  const file = join(folder, `embedded-${ingredients(project.config.root)}.tar`)
  if (!existsSync(file)) {
    const store = await openEmbedded({})
    await migrate(store)
    const bytes = Buffer.from(await (await store.dump()).arrayBuffer())
    await store.close()
    mkdirSync(folder, { recursive: true })
    for (const older of readdirSync(folder)) if (older.startsWith('embedded-')) rmSync(join(folder, older))
    writeFileSync(`${file}.${process.pid}`, bytes)
    renameSync(`${file}.${process.pid}`, file)
  }
  project.provide('snapshot', file)
}

function ingredients(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const folder = join(root, 'src/infra/db')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(ts|sql)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

function build(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed')
}
