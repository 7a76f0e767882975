/** Fake of Vault's transit engine: encrypt and decrypt with associated data, and the errors of both. Not Vault itself. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface FakeVault {
  /** Settings of a process that uses it. */
  readonly env: Readonly<Record<string, string>>
  close(): void
}

const PREFIX = 'vault:v1:'
const NONCE = 12
const TAG = 16

export async function fakeVault(): Promise<FakeVault> {
  const token = `hvs.${randomBytes(12).toString('hex')}`
  const keys = new Map(['causeway', 'other'].map((name) => [name, randomBytes(32)]))
  const server = createServer(async (request, reply) => {
    const answer = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers['x-vault-token'] !== token) return answer(403, { errors: ['permission denied'] })
    const [, action, name = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/([\w-]+)$/.exec(request.url ?? '') ?? []
    const key = keys.get(name)
    if (!key) return answer(400, { errors: ['encryption key not found'] })
    const body: any = await json(request)
    const associated = Buffer.from(body.associated_data ?? '', 'base64')
    if (action === 'encrypt') {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated)
      const sealed = Buffer.concat([
        nonce,
        cipher.update(body.plaintext, 'base64'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return answer(200, { data: { ciphertext: PREFIX + sealed.toString('base64'), key_version: 1 } })
    }
    try {
      if (!body.ciphertext.startsWith(PREFIX)) throw new Error('invalid ciphertext: no prefix')
      const sealed = Buffer.from(body.ciphertext.slice(PREFIX.length), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(associated)
      decipher.setAuthTag(sealed.subarray(-TAG))
      const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()])
      return answer(200, { data: { plaintext: opened.toString('base64') } })
    } catch {
      return answer(400, { errors: ['cipher: message authentication failed'] })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    env: {
      CAUSEWAY_KMS: 'vault',
      CAUSEWAY_KMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      CAUSEWAY_KMS_KEY: 'transit/causeway',
      CAUSEWAY_KMS_TOKEN: token,
    },
    close: () => server.close(),
  }
}
