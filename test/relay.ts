/** Owns a wire for tests: what arrives at a port of this machine is passed on to another one, and every byte is kept. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  /** The port that leads through the wire. */
  readonly port: number
  /** The port where it leads. */
  target: number
  /** Whether a piece gets through; the connection of one that does not is broken. */
  passes: (piece: string, way: 'THERE' | 'BACK') => boolean
  /** What was sent to the target so far, and what it answered. */
  readonly there: string
  readonly back: string
  close(): Promise<void>
}

export async function openRelay(): Promise<Relay> {
  const sockets = new Set<Socket>()
  const kept = { THERE: '', BACK: '' }
  const wire = (from: Socket, to: Socket, way: 'THERE' | 'BACK') => {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.on('data', (bytes) => {
      const piece = bytes.toString()
      kept[way] += piece
      if (relay.passes(piece, way)) to.write(bytes)
      else from.destroy()
    })
  }
  const server = createServer((caller) => {
    const target = connect(relay.target, '127.0.0.1')
    wire(caller, target, 'THERE')
    wire(target, caller, 'BACK')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const relay: Relay = {
    port: (server.address() as { port: number }).port,
    target: 0,
    passes: () => true,
    get there() {
      return kept.THERE
    },
    get back() {
      return kept.BACK
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return relay
}
