/** Process tests: it starts without any files, keeps its data, refuses a second process, and stops gracefully. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client/api.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { kind } from '../harness/database/database.ts'

interface Started {
  readonly process: ChildProcess
  readonly output: string
  readonly origin: string
  exit(): Promise<number | null>
}

const dataDir = mkdtempSync(join(tmpdir(), 'causeway-start-'))

function run(env: Record<string, string> = {}): {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
} {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    env: { ...rest, PORT: '0', CAUSEWAY_DATA_DIR: dataDir, ...env },
  })
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  child.stderr?.on('data', (chunk) => (text += chunk))
  return { child, output: () => text, ended: new Promise((resolve) => child.on('exit', resolve)) }
}

async function start(env?: Record<string, string>): Promise<Started> {
  const { child, output, ended } = run(env)
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => /Try it:\n.*\n/.test(output()) && resolve())
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${output()}`)))
  })
  await ready
  return {
    process: child,
    output: output(),
    origin: /API base: +(http:\/\/localhost:\d+)/.exec(output())?.[1] as string,
    exit() {
      child.kill('SIGINT')
      return ended
    },
  }
}

const customersAt = async (origin: string, credentials: { clientId: string; clientSecret: string }) =>
  (await createClient({ baseUrl: `${origin}/${API_VERSION}`, credentials })('listCustomers')).data

describe.runIf(kind === 'embedded')('the process', () => {
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('starts on an empty folder, and prints a sign-in link that works', async () => {
    const first = await start()
    const credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
    expect(first.output).toContain(`client id: ${credentials.clientId}`)
    expect(first.output).toContain(`client secret: ${credentials.clientSecret}`)
    const { clientId, clientSecret } = credentials
    expect(first.output).toContain(`export CAUSEWAY_CLIENT_ID=${clientId} CAUSEWAY_CLIENT_SECRET=${clientSecret}\n`)
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'address'), 'utf8')).toBe(`${first.origin}\n`)
    const customers = await customersAt(first.origin, credentials)
    expect(customers).toHaveLength(2)

    const refused = run()
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/Another Causeway process .*CAUSEWAY_DATA_DIR/s)

    expect(await first.exit()).toBe(0)

    const second = await start()
    expect(JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))).toEqual(credentials)
    expect(await customersAt(second.origin, credentials)).toEqual(customers)
    expect(await second.exit()).toBe(0)
  })

  it('names every fault of the environment at once', async () => {
    const { ended, output } = run({ CAUSEWAY_MODE: 'production', PORT: 'eighty' })
    expect(await ended).toBe(1)
    expect(output()).toMatch(/PORT .*CAUSEWAY_SECRET_KEY .*DATABASE_URL .*CAUSEWAY_RATES_URLS /s)
  })
})
