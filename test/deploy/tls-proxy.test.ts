/** TLS proxy tests: nginx before the service; callers keep their own addresses, and health and metrics stay inside. */
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { freePort } from '../harness/database/postgres.ts'
import { nginx, startNginx, type TlsProxy } from './nginx.ts'

if (!nginx) console.warn('Left out: the service behind nginx. Install nginx and openssl, or set NGINX to its path.')

describe.runIf(nginx)('the service behind a TLS proxy', () => {
  let app: TestApp
  let proxy: TlsProxy
  const lines: string[] = []

  beforeAll(async () => {
    const logTo = (line: string) => lines.push(line)
    app = await testApp({ cast: false, trustedProxies: ['127.0.0.1'], logTo, limits: { failuresPerMinute: 2 } })
    // The other process does not run: its requests must reach this one.
    const upstreams = [Number(new URL(app.origin).port), await freePort()] as const
    proxy = await startNginx(nginx as string, [upstreams[0], upstreams[1]])
  })
  afterAll(async () => {
    await proxy?.close()
    await app.close()
  })

  const ask = async (path: string, from: string, headers: Record<string, string> = {}) => {
    const agent = new Agent({ ca: proxy.ca, servername: 'api.example', localAddress: from })
    const reply = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sending = request({ agent, port: proxy.port, host: '127.0.0.1', path, headers }, async (response) =>
        resolve({ status: response.statusCode as number, body: await text(response) }),
      )
      sending.on('error', reject)
      sending.end()
    })
    agent.destroy()
    return reply
  }
  const CONFIG = `/${API_VERSION}${pathTo('getPlatformConfig')}`
  const authorized = () => {
    const { clientId, clientSecret } = app.platform
    return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
  }

  it('answers over TLS, also while one of two processes is down', async () => {
    for (let i = 0; i < 6; i++) expect((await ask(CONFIG, '127.0.0.1', authorized())).status).toBe(200)
  })

  it('sees the address of each caller, and ignores forged ones', async () => {
    lines.length = 0
    await ask(CONFIG, '127.0.0.2', { 'x-forwarded-for': '203.0.113.9' })
    const [line] = lines.map((it) => JSON.parse(it)).filter(({ security }) => security)
    expect(line).toMatchObject({ security: 'authentication.refused', address: '127.0.0.2' })
  })

  it('limits failed authentications by the address of the caller', async () => {
    const statuses = async (from: string) => [
      (await ask(CONFIG, from)).status,
      (await ask(CONFIG, from)).status,
      (await ask(CONFIG, from)).status,
    ]
    expect(await statuses('127.0.0.3')).toEqual([401, 401, 429])
    expect(await statuses('127.0.0.4')).toEqual([401, 401, 429])
  })

  it.each(['/metrics', '/healthz', '/readyz'])('does not serve %s to the outside', async (path) => {
    expect((await ask(path, '127.0.0.1')).status).toBe(404)
    expect((await fetch(`${app.origin}${path}`)).status).toBe(200)
  })
})
