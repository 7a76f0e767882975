/** Built program in production mode for browser tests: on PostgreSQL, with a dashboard for operators on this machine. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPERATOR_PATHS } from '../../contract/operators/operators.ts'
import { causeway } from '../harness/command-line.ts'
import { databaseOn, freePort, onServer, temporaryCluster } from '../harness/database/postgres.ts'
import { type Issuer, openIssuer } from '../harness/issuer.ts'

export interface ProductionProgram {
  readonly origin: string
  /** Identity provider of its operators: a login `desk-…` is in the group `desk`. */
  readonly issuer: Issuer
  /** Address of its database. */
  readonly databaseUrl: string
  /** Runs `causeway` with its environment. @throws Error when it fails */
  causeway(...typed: string[]): Promise<any>
  stop(): Promise<void>
}

const key = () => randomBytes(32).toString('hex')

export async function startProduction(): Promise<ProductionProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-desk-'))
  const bank = mkdtempSync(join(tmpdir(), 'causeway-bank-'))
  const rates = createServer((_, reply) => reply.end(JSON.stringify({ rates: { USD: '1', EUR: '0.92' } })))
  await once(rates.listen(0, '127.0.0.1'), 'listening')
  const cluster = process.env.DATABASE_URL ? undefined : await temporaryCluster()
  const server = process.env.DATABASE_URL ?? (cluster?.url as string)
  const name = `causeway_desk_${randomBytes(4).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const databaseUrl = databaseOn(server, name)
  const issuer = await openIssuer({
    redirectUri: origin + OPERATOR_PATHS.providerReturn,
    requiresPkce: true,
    claims: (login) => ({ email: `${login}@corp.example`, email_verified: true, groups: [login.split('-')[0]] }),
  })
  const settings = {
    CAUSEWAY_MODE: 'production',
    PORT: port,
    HOST: 'localhost',
    LOG_LEVEL: 'warn',
    CAUSEWAY_DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    CAUSEWAY_DURABILITY: 'single',
    CAUSEWAY_SECRET_KEY: key(),
    CAUSEWAY_CUSTODY_KEY: key(),
    CAUSEWAY_RATES_URLS: `http://127.0.0.1:${(rates.address() as AddressInfo).port}/rates`,
    CAUSEWAY_RATES_QUORUM: '1',
    CAUSEWAY_SEPA_FOLDER: bank,
    CAUSEWAY_SEPA_NAME: 'Causeway GmbH',
    CAUSEWAY_SEPA_IBAN: 'DE89370400440532013000',
    CAUSEWAY_DASHBOARD_URL: origin,
    CAUSEWAY_DASHBOARD_OIDC_ISSUER: issuer.issuer,
    CAUSEWAY_DASHBOARD_OIDC_CLIENT_ID: issuer.clientId,
    CAUSEWAY_DASHBOARD_OIDC_CLIENT_SECRET: issuer.clientSecret,
    CAUSEWAY_DASHBOARD_OIDC_ROLES: 'desk=operator',
    CAUSEWAY_DASHBOARD_OIDC_DOMAINS: 'corp.example',
  }
  const program = spawn(process.execPath, ['dist/main.js'], { env: { ...process.env, ...settings } })
  const ended = once(program, 'exit')
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    const read = (text: Buffer) => {
      printed += text
      if (printed.includes('Causeway production is ready')) resolve()
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    ended.then(() => reject(new Error(`The program ended: ${printed}`)))
  })
  return {
    origin,
    issuer,
    databaseUrl,
    async causeway(...typed) {
      const { code, err, json } = await causeway(typed, settings)
      if (code !== 0) throw new Error(err)
      return json()
    },
    async stop() {
      program.kill('SIGTERM')
      await ended
      rates.close()
      await issuer.close()
      await onServer(server, `drop database ${name} with (force)`)
      await cluster?.remove()
      for (const one of [folder, bank]) rmSync(one, { recursive: true })
    },
  }
}
