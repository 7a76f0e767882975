/** Port on localhost that no other program listens on. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** @returns the preferred port when it is free, and any free one otherwise */
export async function freePort(preferred) {
  for (const wanted of [preferred, 0]) {
    const server = createServer()
    server.listen(wanted, 'localhost')
    const free = await once(server, 'listening').then(
      () => server.address().port,
      () => undefined,
    )
    server.close()
    if (free !== undefined) return free
  }
}
