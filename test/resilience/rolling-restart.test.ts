/** Rolling restart tests: processes are replaced one after another under load, and nothing is lost. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { contract } from '../../contract/contract.ts'
import { freshPlace, type TestApp, testApp } from '../harness/app.ts'
import { kind } from '../harness/database/database.ts'
import { chanceFrom } from '../simulation/chance.ts'
import { openClient } from '../torture/client.ts'
import { startProgram } from '../torture/program.ts'

describe('a process that ends', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ cast: false })
  })
  afterAll(() => app.close())

  it('serves a request on a connection that it has not closed yet, and closes it with the reply', async () => {
    const { hostname, port, pathname } = new URL(app.base)
    const credentials = Buffer.from(`${app.platform.clientId}:${app.platform.clientSecret}`).toString('base64')
    const head = (id: 'createCustomer' | 'getPlatformConfig', more = '') =>
      `${contract[id].method} ${pathname}${pathTo(id)} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Basic ${credentials}\r\n${more}\r\n`
    const socket = connect(Number(port), hostname)
    const replies = text(socket)
    socket.write(head('createCustomer', 'content-type: application/json\r\ncontent-length: 2\r\n'))
    socket.write('{')
    const { server } = app.app
    const arrived = () => new Promise<number>((known) => server.server.getConnections((_error, count) => known(count)))
    await vi.waitFor(async () => expect(await arrived()).toBe(1))
    await app.raw('GET', '/nowhere') // A later request was served, so the server has read the first one's head.
    const closed = app.app.close()
    await vi.waitFor(() => expect(server.server.listening).toBe(false))
    socket.write(`}${head('getPlatformConfig')}`)
    const statuses = (await replies).match(/HTTP\/1\.1 \d+|connection: \S+/gi)
    expect(statuses).toEqual([
      'HTTP/1.1 400',
      expect.stringMatching(/^connection: keep-alive$/i),
      'HTTP/1.1 200',
      expect.stringMatching(/^connection: close$/i),
    ])
    await closed
  })
})

describe.runIf(kind === 'postgres')('two processes that are replaced one after another', () => {
  it('lose nothing that they have acknowledged, and refuse no request', async () => {
    const place = await freshPlace()
    const env = { CAUSEWAY_DATA_DIR: place.folder, DATABASE_URL: place.database.url as string }
    const processes = [await startProgram(env), await startProgram(env)]
    const { clientId, clientSecret } = JSON.parse(readFileSync(join(place.folder, 'credentials.json'), 'utf8'))
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const client = openClient(
      processes.map(({ base }) => base),
      authorization,
      chanceFrom(7),
    )
    const accounts = async () =>
      (await client.get('listCustomerInternalAccounts', { query: { currency: 'USD' } })).body.data
    const [{ id, balance }] = await accounts()
    let isOver = false
    const callers = Array.from({ length: 4 }, async () => {
      while (!isOver)
        await client.send('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 1 } })
    })
    for (const served of processes) {
      const before = client.answers
      await served.end()
      await served.start()
      await vi.waitFor(() => expect(client.answers).toBeGreaterThan(before + 20), { timeout: 60_000 })
    }
    isOver = true
    await Promise.all(callers)
    const held = (await accounts()).find((account: { id: string }) => account.id === id).balance.amount
    client.close()
    await Promise.all(processes.map((served) => served.end()))
    await place.drop()
    expect(client.wrong).toEqual([])
    expect(held).toBe(balance.amount + client.journal.length)
    expect(client.journal.flatMap(({ tries }) => tries)).not.toContain('NOTHING')
  })
})
