/** HTTP/1.1 connection of the load: a bare socket, at most one outstanding request. */
import { connect, type Socket } from 'node:net'

export interface Reply {
  readonly status: number
  /** Latin-1: one character per byte. */
  readonly body: string
}

export interface Connection {
  /** @throws Error when the connection ends */
  send(request: string): Promise<Reply>
  end(): void
}

/** Supports replies with a Content-Length only, which is all that the service sends. */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let answer: (reply: Reply) => void = () => {}
    let fail: (reason: Error) => void = reject
    let text = ''
    const buffer = Buffer.allocUnsafe(16_384)
    const take = (size: number): boolean => {
      text += buffer.toString('latin1', 0, size)
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return true
      const length = /\r\ncontent-length: (\d+)/i.exec(text)
      if (!length) fail(new Error(`Reply without Content-Length: ${text}`))
      else if (text.length >= head + 4 + Number(length[1])) {
        const reply = { status: Number(text.slice(9, 12)), body: text.slice(head + 4) }
        text = ''
        answer(reply)
      }
      return true
    }
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: take } })
    const send = (request: string) =>
      new Promise<Reply>((resolveReply, rejectReply) => {
        answer = resolveReply
        fail = rejectReply
        socket.write(request, 'latin1')
      })
    socket.once('connect', () => resolve({ send, end: () => void socket.end() }))
    socket.on('error', (error) => fail(error))
    socket.on('close', () => fail(new Error('The service closed a connection')))
  })
}
