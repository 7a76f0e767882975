/** Relay for tests between a client and PostgreSQL that knows the protocol's messages, and cuts the connection before one of them. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Way = 'THERE' | 'BACK'

/** Where a connection is cut: before the message of this number, to the server or from it. */
export interface Cut {
  readonly way: Way
  readonly before: number
}

export interface CuttingRelay {
  /** The port that leads through the relay. */
  readonly port: number
  /** Number of messages that have passed since `arm`. */
  readonly passed: Readonly<Record<Way, number>>
  /**
   * Starts to count, and cuts once; without a cut it only counts. @param thenClosed no connection is accepted after the
   * cut
   */
  arm(cut: Cut | undefined, thenClosed?: boolean): void
  /** Accepts connections again. */
  reopen(): void
  readonly hasCut: boolean
  close(): Promise<void>
}

/** Splits what arrives into messages: a type of one byte, which the client's first message lacks, and the length. */
function messagesOf(hasType: boolean) {
  let rest = Buffer.alloc(0)
  let isFirst = !hasType
  return (piece: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, piece])
    const messages: Buffer[] = []
    for (;;) {
      const head = isFirst ? 0 : 1
      if (rest.length < head + 4) return messages
      const size = head + rest.readInt32BE(head)
      if (rest.length < size) return messages
      messages.push(rest.subarray(0, size))
      rest = rest.subarray(size)
      isFirst = false
    }
  }
}

export async function openCuttingRelay(target: number): Promise<CuttingRelay> {
  const sockets = new Set<Socket>()
  const passed = { THERE: 0, BACK: 0 }
  let cut: Cut | undefined
  let thenClosed = false
  let isClosed = false
  let hasCut = false

  /** Messages that have passed still arrive; no others do, on either side. */
  function end(caller: Socket, server: Socket): void {
    hasCut = true
    cut = undefined
    isClosed = thenClosed
    caller.destroy()
    server.end()
  }
  function pass(caller: Socket, server: Socket, way: Way): void {
    const [from, to] = way === 'THERE' ? [caller, server] : [server, caller]
    const split = messagesOf(way === 'BACK')
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.on('data', (piece: Buffer) => {
      for (const message of split(piece)) {
        if (caller.destroyed) return
        if (cut?.way === way && cut.before === passed[way]) return end(caller, server)
        passed[way]++
        to.write(message)
      }
    })
  }
  const listener = createServer((caller) => {
    if (isClosed) return void caller.destroy()
    const server = connect(target, '127.0.0.1')
    pass(caller, server, 'THERE')
    pass(caller, server, 'BACK')
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as { port: number }).port,
    passed,
    get hasCut() {
      return hasCut
    },
    arm(where, closed = false) {
      Object.assign(passed, { THERE: 0, BACK: 0 })
      cut = where
      thenClosed = closed
      hasCut = false
      isClosed = false
    },
    reopen() {
      isClosed = false
    },
    async close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}
