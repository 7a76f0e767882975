/** OpenAPI document of this server, compressed for clients that accept it; uncompressed it has a megabyte. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../../../contract/openapi.ts'

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const CODINGS = [
  { name: 'br', compress: (text: string) => promisify(brotliCompress)(text, BROTLI) },
  { name: 'gzip', compress: (text: string) => promisify(gzip)(text) },
]

export function addApiDocument(server: FastifyInstance): void {
  let document: string | undefined
  /** Compressed documents by content coding, made at first use. */
  const compressed = new Map<string, Promise<Buffer>>()
  server.get('/openapi.json', async (request, reply) => {
    const text = (document ??= JSON.stringify(openApiDocument()))
    reply.header('content-type', 'application/json; charset=utf-8').header('vary', 'accept-encoding')
    const accepted = String(request.headers['accept-encoding'] ?? '').split(/\s*,\s*/)
    const coding = CODINGS.find(({ name }) => accepted.includes(name))
    if (!coding) return reply.send(text)
    const bytes = compressed.get(coding.name) ?? coding.compress(text)
    compressed.set(coding.name, bytes)
    return reply.header('content-encoding', coding.name).send(await bytes)
  })
}
