/** Webhook receiver for tests: an HTTP server that keeps what it receives and answers as configured. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The received bytes. */
  readonly bytes: Buffer
  /** Their JSON. */
  readonly event: any
}

type Answer = number | ((received: Received, response: ServerResponse, request: IncomingMessage) => void)

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Reply to the following requests: a status, or a handler. */
  answer: Answer
  close(): Promise<void>
}

export async function openReceiver(answer: Answer = 200): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const one = { path: request.url as string, headers: request.headers, bytes, event: parsed(bytes) }
    receiver.received.push(one)
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end()
    else receiver.answer(one, response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/receiver`,
    received: [],
    answer,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
