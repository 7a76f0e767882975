/** Lock on a data directory: one process at a time; the lock of a dead process is ignored. */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = /^causeway-(\d+)-[0-9a-f]{8}\.sock$/
/** A socket's address has at most 104 bytes on macOS and 108 on Linux; longer ones are truncated or refused. */
const LONGEST_ADDRESS = 100

/**
 * Locks a folder against other processes. A process holds a socket in the folder and looks for others' afterwards, so
 * of two that start at the same time at least one sees the other; the kernel closes the socket of a process that
 * dies, however it dies.
 * @param folder its real path
 * @returns a function that releases the lock
 * @throws Error when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const name = `causeway-${process.pid}-${randomBytes(4).toString('hex')}.sock` // never used again, so safe to remove
  const [place, server] = await listen(folder, name)
  const unlock = () => {
    server.close()
    rmSync(join(place, name), { force: true })
  }
  for (const other of readdirSync(place)) {
    const pid = NAME.exec(other)?.[1]
    if (pid === undefined || other === name) continue
    if (await isHeld(join(place, other))) {
      unlock()
      throw new Error(`Another Causeway process (pid ${pid}) is using ${folder}; stop it or set CAUSEWAY_DATA_DIR`)
    }
    rmSync(join(place, other), { force: true })
  }
  return unlock
}

/** In the folder itself if it can hold sockets, otherwise in a temporary folder named by a hash of its path. */
async function listen(folder: string, name: string): Promise<[place: string, server: Server]> {
  if (Buffer.byteLength(join(folder, name)) <= LONGEST_ADDRESS) {
    const server = await serve(join(folder, name)).catch(() => undefined)
    if (server) return [folder, server]
  }
  const place = placeOutside(folder)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  return [place, await serve(join(place, name))]
}

/**
 * Path of the lock of a folder that cannot hold a socket. Short, because the path of the temporary folder may be long.
 */
export const placeOutside = (folder: string): string =>
  join(tmpdir(), `causeway-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)

async function serve(address: string): Promise<Server> {
  const server = createServer((visitor) => visitor.destroy())
  server.listen(address)
  await once(server, 'listening')
  return server.unref()
}

async function isHeld(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    socket.destroy()
  }
}
