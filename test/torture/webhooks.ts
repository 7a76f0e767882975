/** Webhook receiver of the torture test: events of each object, their order, and gaps. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Chance } from '../simulation/chance.ts'

export interface Receiver {
  readonly url: string
  readonly posts: number
  /** By object: the last event of the gapless sequence from 1, and the object in that event. */
  readonly last: ReadonlyMap<string, { readonly sequence: number; readonly data: any }>
  /** Events that came before an earlier one of their object. */
  readonly wrong: string[]
  close(): Promise<void>
}

/** One request in this many is refused or broken. */
const REFUSED_EACH = 50

export async function openReceiver(chance: Chance): Promise<Receiver> {
  const last: Map<string, { sequence: number; data: object }> = new Map()
  const wrong: string[] = []
  let posts = 0
  const hear = (text: string) => {
    const { sequence, data, type } = JSON.parse(text)
    if (sequence === undefined || data?.id === undefined) return
    const before = last.get(data.id)?.sequence ?? 0
    if (sequence > before + 1) wrong.push(`${type} ${sequence} of ${data.id} came after ${before}`)
    if (sequence === before + 1) last.set(data.id, { sequence, data })
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return // The sender was killed during the request.
    }
    posts++
    const luck = chance.below(REFUSED_EACH * 2)
    if (luck === 0) return void response.writeHead(500).end()
    hear(Buffer.concat(chunks).toString())
    // Received, without an answer to the sender.
    if (luck === 1) return void request.socket.destroy()
    response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/events`,
    get posts() {
      return posts
    },
    last,
    wrong,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
