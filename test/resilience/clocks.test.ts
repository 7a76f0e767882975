/** Wall clocks that are wrong or jump: processes on one database follow its time, and none affects the others. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../client/api.ts'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import { type FreshDatabase, freshDatabase, isPooled, kind } from '../harness/database/database.ts'

const HOURS_MS = 2 * 3_600_000
/** Maximum difference between the times of two processes on one database: far below the two hours. */
const NEAR_MS = 60_000

interface Running {
  readonly child: ChildProcess
  readonly api: Client
  isReady(): Promise<boolean>
  /** Sets the machine's clock, as this process sees it. */
  jump(): Promise<void>
  stop(): Promise<void>
}

describe.runIf(kind === 'postgres' && !isPooled)('of two processes on one database', () => {
  let database: FreshDatabase
  let dataDir: string
  let steady: Running
  const running: Running[] = []
  const env = {
    CAUSEWAY_SECRET_KEY: randomBytes(32).toString('hex'),
    CAUSEWAY_CUSTODY_KEY: randomBytes(32).toString('hex'),
  }

  async function start(clock: { offMs?: number; jumpMs?: number } = {}): Promise<Running> {
    const child = spawn(
      process.execPath,
      ['--import', './test/resilience/clock-jump.mjs', '--import', 'tsx', 'src/main.ts'],
      {
        env: {
          ...process.env,
          ...env,
          PORT: '0',
          CAUSEWAY_DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          CLOCK_OFF_MS: `${clock.offMs ?? 0}`,
          CLOCK_JUMP_MS: `${clock.jumpMs ?? 0}`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
    const ended = once(child, 'exit')
    const says = (text: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => text.test(output) && resolve(output)
        child.stdout.on('data', look)
        look()
        void ended.then(() => reject(new Error(`It ended: ${output}`)))
      })
    const started = await says(/API base: +http:\/\/localhost:\d+[\s\S]*Try it:/)
    const base = /API base: +(http:\/\/localhost:\d+\/\S+)/.exec(started)?.[1]
    const { clientId, clientSecret } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
    const api = createClient({ baseUrl: base as string, credentials: { clientId, clientSecret } })
    const process_ = {
      child,
      api,
      isReady: async () => (await fetch(new URL('/readyz', base))).status === 200,
      async jump() {
        child.kill('SIGWINCH')
        await says(/The clock has jumped/)
      },
      async stop() {
        child.kill('SIGKILL')
        await ended
      },
    }
    running.push(process_)
    return process_
  }

  let accounts: { dollars: InternalAccount['id']; euros: InternalAccount['id'] }
  const quote = async (of: Running) => {
    const quote = await of.api('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: accounts.dollars },
        destination: { destinationType: 'ACCOUNT', accountId: accounts.euros },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 100,
      },
    })
    expect(quote.status).toBe('PENDING')
    return quote
  }
  const execute = async (of: Running, id: string) => {
    const { status, body } = await of.api.send('executeQuote', { params: { quoteId: id } })
    const { status: outcome, code } = body as { status?: string; code?: string }
    return [status, outcome ?? code]
  }
  const apart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other))

  beforeAll(async () => {
    database = await freshDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'causeway-clocks-'))
    steady = await start()
    const [customer] = (await steady.api('listCustomers', { query: { platformCustomerId: 'northwind' } })).data
    const of = async (currency: string) => {
      const query = { customerId: customer?.id, currency }
      const [account] = (await steady.api('listCustomerInternalAccounts', { query })).data
      return account?.id as InternalAccount['id']
    }
    accounts = { dollars: await of('USD'), euros: await of('EUR') }
  })
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()))
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('one whose machine jumps two hours ahead does not treat the other’s quotes as expired', async () => {
    const jumpy = await start({ jumpMs: HOURS_MS })
    const before = await quote(steady)
    await jumpy.jump()
    expect(await execute(jumpy, before.id)).toEqual([200, 'COMPLETED'])
    const after = await quote(jumpy)
    expect(apart(after.createdAt, before.createdAt)).toBeLessThan(NEAR_MS)
    expect(await execute(steady, after.id)).toEqual([200, 'COMPLETED'])
    expect(await jumpy.isReady()).toBe(true)
  })

  it('one whose machine is set back two hours continues, and schedules nothing two hours late', async () => {
    const jumpy = await start({ offMs: HOURS_MS, jumpMs: 0 })
    const first = await quote(jumpy)
    await jumpy.jump()
    const second = await quote(jumpy)
    for (let later = second; later.createdAt <= second.createdAt; later = await quote(jumpy));
    const other = await quote(steady)
    expect(apart(second.expiresAt, other.expiresAt)).toBeLessThan(NEAR_MS)
    expect(apart(first.expiresAt, other.expiresAt)).toBeLessThan(NEAR_MS)
  })

  it('one that starts on a machine two hours behind makes quotes that can be executed, and its rows come first in lists', async () => {
    const late = await start({ offMs: -HOURS_MS })
    const earlier = await quote(steady)
    expect(await execute(steady, earlier.id)).toEqual([200, 'COMPLETED'])
    const made = await quote(late)
    expect(await execute(late, made.id)).toEqual([200, 'COMPLETED'])
    const { data } = await steady.api('listTransactions', { query: { limit: 1 } })
    expect(data[0]).toMatchObject({ quoteId: made.id })
  })
})
