/** Own origin: the address at which browsers reach this process, and the one at which it listens. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** @param publicUrl address at which browsers reach this process; absent: on this machine */
export function ownOrigin(publicUrl: string | undefined) {
  // Stored, because a server that is closing has no address.
  let address: AddressInfo | undefined
  return {
    origin: (): string => publicUrl ?? `http://localhost:${address?.port ?? 0}`,
    /** Where callers, too, reach this process; undefined where that is not known. */
    reachableOrigin: (): string | undefined =>
      publicUrl ?? (address && isLoopback(address) ? `http://localhost:${address.port}` : undefined),
    /** For requests of this process to itself; undefined before it listens. */
    listening: (): string | undefined => address && `http://${reachable(address)}:${address.port}`,
    note: (server: FastifyInstance) =>
      void server.addHook('onListen', async () => {
        address = server.server.address() as AddressInfo
      }),
  }
}

const isLoopback = ({ address }: AddressInfo) => address === '::1' || address.startsWith('127.')

/** A server that listens on all addresses is reached at the loopback one. */
function reachable({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return `[${address === '::' ? '::1' : address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}
