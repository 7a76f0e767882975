/** Own origin tests: a link is absolute only where its reader reaches this process by it. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { ownOrigin } from './own-origin.ts'

async function reachableAt(host: string, publicUrl?: string) {
  const { reachableOrigin, note } = ownOrigin(publicUrl)
  const server = Fastify()
  note(server)
  await server.listen({ host, port: 0 })
  const { port } = server.server.address() as AddressInfo
  await server.close()
  return { found: reachableOrigin(), port }
}

describe('the address for links to the documentation', () => {
  it('is this machine while no other one can reach the process', async () => {
    const { found, port } = await reachableAt('127.0.0.1')
    expect(found).toBe(`http://localhost:${port}`)
  })

  it('is the public one where it is configured, whatever the process listens on', async () => {
    for (const host of ['127.0.0.1', '0.0.0.0'])
      expect((await reachableAt(host, 'https://pay.example')).found).toBe('https://pay.example')
  })

  it('is not known where other machines reach the process and no public address is configured', async () => {
    expect((await reachableAt('0.0.0.0')).found).toBeUndefined()
  })
})
