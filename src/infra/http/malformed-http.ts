/** Reply to unreadable HTTP requests. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../../core/refusal.ts'
import { JSON_TYPE, type Refused, renderRefusal } from './render-error.ts'

/** Malformed HTTP, or a request line and headers that are too long: the same error body, then the connection is closed. */
export function answerMalformedHttp(error: NodeJS.ErrnoException, socket: Socket, refused: Refused): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('PAYLOAD_TOO_LARGE', 'Request line and headers are too long')
      : new Refusal('INVALID_INPUT', 'Not an HTTP request, or it was sent too slowly')
  const { status, body } = renderRefusal(refusal, refused)
  const headers = [
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${refused.requestId}`,
    'connection: close',
  ]
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', body].join('\r\n'))
}
