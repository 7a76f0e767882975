/** Routing key tests: nginx sends all requests of a customer to one process, without reading their bodies. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { newId, wireId } from '../../src/core/ids.ts'
import { nginx, startNginx, type TlsProxy } from './nginx.ts'

if (!nginx) console.warn('Left out: routing by nginx. Install nginx and openssl, or set NGINX to its path.')

describe.runIf(nginx)('requests through nginx', () => {
  let processes: Server[]
  let proxy: TlsProxy
  let agent: Agent

  beforeAll(async () => {
    processes = ['a', 'b'].map((name) => createServer((_, reply) => reply.end(name)))
    for (const server of processes) await once(server.listen(0, '127.0.0.1'), 'listening')
    const [first, second] = processes.map((server) => (server.address() as AddressInfo).port) as [number, number]
    proxy = await startNginx(nginx as string, [first, second])
    agent = new Agent({ ca: proxy.ca, servername: 'api.example' })
  })
  afterAll(async () => {
    agent?.destroy()
    await proxy?.close()
    for (const server of processes) server.close()
  })

  /** @returns the process that served it */
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const sending = request({ agent, port: proxy.port, host: '127.0.0.1', path, headers }).end()
    const [reply] = await once(sending, 'response')
    return text(reply)
  }
  const QUOTES = pathTo('listQuotes')
  const ids = Array.from({ length: 40 }, (_, i) => wireId('Customer', newId(i)))
  const served = (paths: readonly string[], keys: readonly string[] = []) =>
    Promise.all(paths.map((path, i) => ask(path, keys[i] ? { 'routing-key': keys[i] } : {})))

  it('with the same routing key reach the same process, and different keys reach both', async () => {
    const first = await served(
      ids.map(() => QUOTES),
      ids,
    )
    expect(new Set(first)).toEqual(new Set(['a', 'b']))
    expect(
      await served(
        ids.map(() => `${QUOTES}?status=PENDING`),
        ids,
      ),
    ).toEqual(first)
  })

  it('without one are distributed by the customer in their path', async () => {
    const byKey = await served(
      ids.map(() => QUOTES),
      ids,
    )
    const paths = ids.map((id) => pathTo('getCustomerById', { customerId: id }))
    expect(await served(paths)).toEqual(byKey)
    expect(await served(paths.map((path) => path.replace(':', '%3A')))).toEqual(byKey)
  })

  it('with neither reach any process', async () => {
    expect(new Set(await served(ids.map(() => QUOTES)))).toEqual(new Set(['a', 'b']))
  })

  it('reach the other process when theirs ends', async () => {
    const [ended] = processes as [Server, Server]
    ended.close()
    ended.closeAllConnections()
    const paths = ids.map(() => QUOTES)
    expect(await served(paths, ids)).toEqual(paths.map(() => 'b'))
  })
})
