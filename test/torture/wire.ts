/** Relay to the database with faults: it detects the answer to a commit, and cuts, stalls or refuses there. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Wire {
  /** The port that leads to the database. */
  readonly port: number
  /** Breaks the connection of the next commit before its answer passes; after a silence, if one is given. */
  cutAtCommit(silenceMs?: number): Promise<void>
  /** Does the same, and breaks and refuses all other connections for this time, so that no client can ask for the outcome. */
  leaveAtCommit(awayMs: number): Promise<void>
  /** Passes half of the next packet to the server, and breaks the connection. */
  cutInside(): Promise<void>
  /** Breaks all connections. */
  reset(): void
  /** Lets nothing pass for this time, and then everything. */
  stall(ms: number): Promise<void>
  /** Breaks all connections, and accepts none for this time. */
  away(ms: number): Promise<void>
  close(): Promise<void>
}

/** The server's answer to a commit: the tag of a CommandComplete. */
const COMMITTED = Buffer.from('COMMIT\0')

type Pass = (bytes: Buffer, way: 'THERE' | 'BACK', pair: Pair) => boolean

interface Pair {
  readonly caller: Socket
  readonly target: Socket
}

const breakOff = ({ caller, target }: Pair) => {
  caller.resetAndDestroy()
  target.resetAndDestroy()
}

export async function openWire(targetPort: number): Promise<Wire> {
  const pairs = new Set<Pair>()
  let pass: Pass = () => true
  let isAway = false
  const server = createServer((caller) => {
    if (isAway) return void caller.resetAndDestroy()
    const pair = { caller, target: connect(targetPort, '127.0.0.1') }
    pairs.add(pair)
    carry(pair, 'THERE')
    carry(pair, 'BACK')
  })
  const carry = (pair: Pair, way: 'THERE' | 'BACK') => {
    const [from, to] = way === 'THERE' ? [pair.caller, pair.target] : [pair.target, pair.caller]
    from.setNoDelay(true)
    from.on('error', () => {})
    from.on('close', () => {
      pairs.delete(pair)
      to.destroy()
    })
    from.on('data', (bytes) => void (pass(bytes, way, pair) && to.write(bytes)))
  }
  /** Resolves when `handle` has taken the chunk that it waits for. */
  const strike = (handle: (...piece: Parameters<Pass>) => Promise<void> | undefined): Promise<void> =>
    new Promise((resolve) => {
      pass = (...piece) => {
        const struck = handle(...piece)
        if (!struck) return true
        pass = () => true
        void struck.then(resolve)
        return false
      }
    })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reset = () => {
    for (const pair of pairs) breakOff(pair)
  }
  const away = async (ms: number) => {
    isAway = true
    reset()
    await pause(ms)
    isAway = false
  }
  return {
    port: (server.address() as { port: number }).port,
    cutAtCommit: (silenceMs = 0) =>
      strike((bytes, way, pair) =>
        way === 'BACK' && bytes.includes(COMMITTED) ? pause(silenceMs).then(() => breakOff(pair)) : undefined,
      ),
    leaveAtCommit: (awayMs) =>
      strike((bytes, way) => (way === 'BACK' && bytes.includes(COMMITTED) ? away(awayMs) : undefined)),
    cutInside: () =>
      strike((bytes, way, pair) => {
        if (way === 'BACK') return undefined
        pair.target.write(bytes.subarray(0, bytes.length >> 1), () => breakOff(pair))
        return Promise.resolve()
      }),
    reset,
    async stall(ms) {
      const stalled = [...pairs]
      const ends = stalled.flatMap(({ caller, target }) => [caller, target])
      for (const end of ends) end.pause()
      await pause(ms)
      for (const end of ends) end.resume()
    },
    away,
    async close() {
      server.close()
      reset()
      await once(server, 'close')
    },
  }
}
