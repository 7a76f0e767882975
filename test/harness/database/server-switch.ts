/**
 * Pooler for tests: keeps its clients' connections while the server behind it is replaced, as a pooler does in a
 * failover. The new server receives each client's start-up and its prepared statements again.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface ServerSwitch {
  /** Port that leads to the current server. */
  readonly port: number
  /** Switches to another server; no client may be in a transaction. */
  switchTo(target: number): Promise<void>
  close(): Promise<void>
}

interface Link {
  readonly client: Socket
  server: Socket
  startup: Buffer
  /** Parse messages by the name of the statement. */
  readonly prepared: Map<string, Buffer>
}

const [CLOSE, PARSE, READY] = ['C', 'P', 'Z'].map((letter) => letter.charCodeAt(0))
const SYNC = Buffer.from('5300000004', 'hex')

export async function openServerSwitch(target: number): Promise<ServerSwitch> {
  const links = new Set<Link>()
  let port = target
  const listener = createServer((client) => {
    const server = connect(port, '127.0.0.1')
    const link: Link = { client, server, startup: Buffer.alloc(0), prepared: new Map() }
    links.add(link)
    const split = splitter({ startsWithLength: true })
    client.on('error', () => {})
    client.on('data', (bytes) => {
      for (const message of split(bytes)) note(link, message)
      link.server.write(bytes)
    })
    client.on('close', () => {
      links.delete(link)
      link.server.destroy()
    })
    passOn(link, server)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as { port: number }).port,
    async switchTo(next) {
      port = next
      await Promise.all([...links].map((link) => reconnect(link, next)))
    },
    async close() {
      listener.close()
      for (const { client } of links) client.destroy()
      await once(listener, 'close')
    },
  }
}

function note(link: Link, message: Buffer): void {
  if (link.startup.length === 0) link.startup = Buffer.from(message)
  else if (message[0] === PARSE) {
    const name = message.subarray(5, message.indexOf(0, 5)).toString()
    if (name) link.prepared.set(name, Buffer.from(message))
  } else if (message[0] === CLOSE) link.prepared.delete(message.subarray(6, -1).toString())
}

function passOn(link: Link, server: Socket): void {
  server.on('error', () => {})
  server.on('data', (bytes) => link.client.write(bytes))
  server.on('close', () => {
    if (link.server === server) link.client.destroy()
  })
}

async function reconnect(link: Link, port: number): Promise<void> {
  const server = connect(port, '127.0.0.1')
  const split = splitter({ startsWithLength: false })
  const ready = async (): Promise<void> => {
    for (;;) {
      const [bytes] = await once(server, 'data')
      if ([...split(bytes)].some((message) => message[0] === READY)) return
    }
  }
  server.write(link.startup)
  await ready()
  server.write(Buffer.concat([...link.prepared.values(), SYNC]))
  await ready()
  const before = link.server
  link.server = server
  passOn(link, server)
  before.destroy()
}

/** Cuts a stream into messages: a letter and a length; a client's first one has no letter. */
function splitter({ startsWithLength }: { startsWithLength: boolean }): (bytes: Buffer) => Generator<Buffer> {
  let rest = Buffer.alloc(0)
  let letters = startsWithLength ? 0 : 1
  return function* (bytes) {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= letters + 4) {
      const size = letters + rest.readInt32BE(letters)
      if (rest.length < size) return
      yield rest.subarray(0, size)
      rest = rest.subarray(size)
      letters = 1
    }
  }
}
