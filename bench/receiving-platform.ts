/** Receiving platform: another platform of the service under measurement, with a webhook receiver in this process. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Target } from './target.ts'
import { clientOf } from './work/accounts.ts'

/** @returns the service as a target of that platform; `stop` ends the receiver only, and throws Error when it received nothing */
export async function openReceivingPlatform(service: Target): Promise<Target> {
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      received++
      response.writeHead(200, { 'content-length': 0 }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { token } = await clientOf(service)('sandboxCreatePlatform', { body: { name: 'Receiving Pay' } })
  const secret = Buffer.from(`${token.clientId}:${token.clientSecret}`).toString('base64')
  const target = { ...service, authorization: `Basic ${secret}` }
  await clientOf(target)('updatePlatformConfig', { body: { webhookEndpoint: `http://127.0.0.1:${port}/events` } })
  const kill = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    ...target,
    kill,
    async stop() {
      kill()
      if (received === 0) throw new Error('No webhook was delivered')
    },
  }
}
