/** Owns a wire for tests: what arrives at a port of this machine is passed on to another one, and every byte is kept. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  /** The address on this machine that leads through the wire. */
  readonly port: number
  /** Where it leads; before that nobody answers. */
  target: number
  /** What was sent to the target, and what it answered. */
  readonly sent: () => string
  readonly answered: () => string
  /** Called with each piece that the target answers; true swallows it and breaks the connection. */
  swallow: (piece: string) => boolean
  /** Refuses connections, as a machine does that is down. */
  cut(): Promise<void>
  close(): Promise<void>
}

export async function openRelay(): Promise<Relay> {
  const sockets = new Set<Socket>()
  const to: Buffer[] = []
  const from: Buffer[] = []
  const server = createServer((caller) => {
    const target = connect(relay.target, '127.0.0.1')
    for (const socket of [caller, target]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => {
        sockets.delete(socket)
        caller.destroy()
        target.destroy()
      })
    }
    caller.on('data', (bytes) => {
      to.push(bytes)
      target.write(bytes)
    })
    target.on('data', (bytes) => {
      from.push(bytes)
      if (relay.swallow(bytes.toString())) caller.destroy()
      else caller.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  const relay: Relay = {
    port: (server.address() as { port: number }).port,
    target: 0,
    sent: () => Buffer.concat(to).toString(),
    answered: () => Buffer.concat(from).toString(),
    swallow: () => false,
    cut: close,
    close,
  }
  return relay
}
