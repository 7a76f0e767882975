import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { EgressRefused, guardedPost, guardedRequests, reasonOf } from './public-http.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

describe('a guarded post', () => {
  let receiver: Receiver
  beforeEach(async () => void (receiver = await openReceiver()))
  afterEach(() => receiver.close())

  const port = () => new URL(receiver.url).port
  const sandbox = guardedPost({ allowLoopback: true })
  const production = guardedPost({ allowLoopback: false })
  const refusalOf = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => undefined,
      (reason) => reason,
    )
    expect(error).toBeInstanceOf(EgressRefused)
    expect(receiver.received).toEqual([])
    return error.message
  }

  it('sends the body unchanged and returns status and reply', async () => {
    receiver.answer = (_, response) => response.writeHead(418).end('a teapot')
    expect(await sandbox(receiver.url, '{"name":"Zoë"}', JSON_TYPE)).toEqual({ status: 418, body: 'a teapot' })
    const [received] = receiver.received
    expect(received?.bytes.toString()).toBe('{"name":"Zoë"}')
    expect(received?.headers).toMatchObject({ ...JSON_TYPE, 'content-length': '15' })
  })

  it('reaches this machine only where that is allowed', async () => {
    expect(await refusalOf(production(receiver.url.replace('http:', 'https:'), '', {}))).toBe(
      'The address is not on the public network',
    )
    expect(
      await refusalOf(
        guardedPost({ allowLoopback: false, resolve: resolvingTo('127.0.0.1') })(
          `https://shop.example:${port()}/`,
          '',
          {},
        ),
      ),
    ).toBe('The address is not on the public network')
  })

  it('speaks plain http only where this machine is allowed', async () => {
    expect(await refusalOf(production('http://shop.example/', '', {}))).toBe('The address must begin with https://')
  })

  it.each([
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '[fd00::1]',
    '[::ffff:169.254.169.254]',
    '[64:ff9b::a9fe:a9fe]',
    '2852039166',
    '0xa.1',
    '192.168.1.1.',
  ])('never calls http://%s, not even in a sandbox', async (host) =>
    expect(await refusalOf(sandbox(`http://${host}/`, '', {}))).toBe('The address is not on the public network'),
  )

  it.each([
    ['ftp://shop.example/', 'The address must begin with https://'],
    ['https://name:word@shop.example/', 'The address must not contain credentials'],
    ['shop.example', 'The address is not a URL'],
  ])('refuses %s', async (url, why) => expect(await refusalOf(sandbox(url, '', {}))).toBe(why))

  it('refuses a name that resolves to a private address, or to a public and a private one', async () => {
    for (const addresses of [['10.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['127.0.0.1', 'fd00::1']]) {
      const post = guardedPost({ allowLoopback: true, resolve: resolvingTo(...addresses) })
      expect(await refusalOf(post(`http://shop.example:${port()}/`, '', {}))).toBe(
        'The address is not on the public network',
      )
    }
  })

  it('connects to the origin in the host table, with the Host of the URL, and to no other host', async () => {
    const hosts = async (host: string) => (host === 'beta.example' ? new URL(receiver.url).origin : undefined)
    const { post } = guardedRequests({ allowLoopback: true, resolve: resolvingTo('10.0.0.1'), hosts })
    expect((await post('https://beta.example/uma?a=1', '{}', JSON_TYPE)).status).toBe(200)
    expect(receiver.received[0]?.headers).toMatchObject({ ...JSON_TYPE, host: 'beta.example' })
    await expect(post('https://beta.example:444/', '', {})).rejects.toThrow('not on the public network')
    expect(receiver.received).toHaveLength(1)
  })

  it('connects to the address that was checked, and resolves each connection once', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const post = guardedPost({ allowLoopback: true, resolve: (_host) => resolvingTo(...(answers.shift() ?? []))() })
    expect((await post(`http://shop.example:${port()}/`, '', {})).status).toBe(200)
    expect(receiver.received[0]?.headers.host).toBe(`shop.example:${port()}`)
    expect(answers).toEqual([['10.0.0.1']])
  })

  it('fails with a message when a name does not resolve', async () => {
    const post = guardedPost({ allowLoopback: true, resolve: async () => [] })
    await expect(post('http://shop.example/', '', {})).rejects.toThrow('The host name resolves to no address')
  })

  it('does not follow a redirect', async () => {
    receiver.answer = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()
    expect((await sandbox(receiver.url, '', {})).status).toBe(307)
    expect(receiver.received).toHaveLength(1)
  })

  it('reads 64 KB of a long reply and no half character', async () => {
    let closed: Promise<unknown> | undefined
    receiver.answer = (_, response) => {
      closed = new Promise((resolve) => response.on('close', () => resolve(response.writableFinished)))
      response.write('x')
      const more = () => {
        if (response.destroyed) return
        response.write('é'.repeat(1000))
        setImmediate(more)
      }
      more()
    }
    const { body } = await sandbox(receiver.url, '', {})
    expect(Buffer.byteLength(body)).toBe(64 * 1024 - 1)
    expect(body).toMatch(/^xé+$/)
    expect(await closed).toBe(false)
  })

  it.each([
    ['that never begins', () => {}],
    ['that never ends', (_: unknown, response: any) => void response.write('…')],
  ])('times out on a reply %s', async (_, answer) => {
    receiver.answer = answer
    const post = guardedPost({ allowLoopback: true, timeoutMs: 50 })
    await expect(post(receiver.url, '', {})).rejects.toThrow('No answer within 0.05 seconds')
  })

  it('times out on a name that is not resolved in time', async () => {
    const post = guardedPost({ allowLoopback: true, timeoutMs: 50, resolve: () => new Promise(() => {}) })
    await expect(post('http://shop.example/', '', {})).rejects.toThrow('No answer within 0.05 seconds')
  })

  it('sends again when the other side has closed the kept connection', async () => {
    receiver.answer = (_, response, { socket }) => {
      response.end()
      receiver.answer = () => {
        receiver.answer = 200
        socket.destroy()
      }
    }
    expect((await sandbox(receiver.url, 'first', {})).status).toBe(200)
    expect((await sandbox(receiver.url, 'second', {})).status).toBe(200)
    expect(receiver.received.map(({ bytes }) => bytes.toString())).toEqual(['first', 'second', 'second'])
  })

  it('knows names below localhost, whatever the resolver does, and takes them for this machine', async () => {
    expect((await sandbox(`http://bank-a.localhost:${port()}/`, '', {})).status).toBe(200)
    expect(receiver.received[0]?.headers.host).toBe(`bank-a.localhost:${port()}`)
    receiver.received.length = 0
    expect(await refusalOf(production(`https://bank-a.localhost:${port()}/`, '', {}))).toBe(
      'The address is not on the public network',
    )
  })

  it('reports why no connection was made', async () => {
    await receiver.close()
    const error = await sandbox(receiver.url, '', {}).catch((reason) => reason)
    expect(reasonOf(error)).toContain('ECONNREFUSED')
    const several = guardedPost({ allowLoopback: true, resolve: resolvingTo('::1', '127.0.0.1') })
    expect(reasonOf(await several(`http://shop.example:${port()}/`, '', {}).catch((reason) => reason))).toMatch(
      /ECONNREFUSED|EADDRNOTAVAIL/,
    )
    receiver = await openReceiver()
  })

  it.each(['HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 'no HTTP', ''])(
    'fails on the answer %j',
    async (text) => {
      const server = createServer((socket) => void socket.end(text))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      await expect(sandbox(`http://127.0.0.1:${port}/`, '', {})).rejects.toThrow(/not HTTP|Parse Error|socket hang up/)
      server.close()
    },
  )
})

describe('a guarded get', () => {
  let receiver: Receiver
  beforeEach(async () => void (receiver = await openReceiver()))
  afterEach(() => receiver.close())

  it('sends a request without a body and returns status and reply', async () => {
    receiver.answer = (_, response) => response.writeHead(404).end('unknown')
    const { get } = guardedRequests({ allowLoopback: true })
    expect(await get(receiver.url)).toEqual({ status: 404, body: 'unknown' })
    expect(receiver.received[0]?.bytes.length).toBe(0)
    expect(receiver.received[0]?.headers['content-length']).toBeUndefined()
  })

  it('reaches only what a post may reach', async () => {
    const { get } = guardedRequests({ allowLoopback: false })
    await expect(get(receiver.url.replace('http:', 'https:'))).rejects.toThrow(
      'The address is not on the public network',
    )
    await expect(get('http://shop.example/')).rejects.toThrow('The address must begin with https://')
    expect(receiver.received).toEqual([])
  })
})
