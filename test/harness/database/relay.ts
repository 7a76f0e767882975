/** TCP relay for tests: forwards a local port to another and keeps every byte. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  /** Port of the relay. */
  readonly port: number
  /** Port of the target. */
  target: number
  /** Whether a chunk is forwarded; otherwise its connection is broken. */
  passes: (piece: string, way: 'THERE' | 'BACK') => boolean
  /**
   * Text at which connections go silent: bytes before it are forwarded, and afterwards nothing in either direction, not
   * even the end of a connection.
   */
  silentAt: string | undefined
  /** Everything that was sent to the target so far, and its answers. */
  readonly there: string
  readonly back: string
  close(): Promise<void>
}

export async function openRelay(): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const kept = { THERE: '', BACK: '' }
  const wire = (from: Socket, to: Socket, way: 'THERE' | 'BACK') => {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (!isSilent) to.destroy()
    })
    from.on('data', (bytes) => {
      if (isSilent) return
      const cut = relay.silentAt === undefined ? -1 : bytes.indexOf(relay.silentAt)
      if (cut >= 0) {
        isSilent = true
        return void to.write(bytes.subarray(0, cut))
      }
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
    silentAt: undefined,
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
