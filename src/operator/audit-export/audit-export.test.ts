/** Audit export tests: to a file and to syslog servers, in order and without gaps, also when a server was down or several processes export. */

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import { type AuditEntry, appendAudit } from '../../infra/audit/audit-chain.ts'
import type { Store } from '../../infra/db/store.ts'
import { rowIn, verifyChain, verifyRows } from '../people/verify-chain.ts'
import { type AuditDestination, destinationIn } from './audit-destination.ts'
import { exportAudit } from './export-audit.ts'

let database: FreshDatabase
let store: Store
const folder = mkdtempSync(join(tmpdir(), 'causeway-export-'))
beforeAll(async () => {
  database = await freshDatabase()
  store = await openStore(database)
})
afterAll(async () => {
  await store.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const append = async (count: number, outcome: AuditEntry['outcome'] = 'DONE') => {
  for (let i = 0; i < count; i++)
    await appendAudit(store.query, { actor: { kind: 'PROGRAM' }, action: 'test done', outcome, reason: 'Zoë\nsaid' })
}
const to = (text: string) => destinationIn(text) as AuditDestination

/** A syslog server that takes streams; the text of a message begins with its length. */
async function streamServer(at: ListenOptions, onEnd: (socket: Socket) => void = (socket) => socket.end()) {
  let received = Buffer.alloc(0)
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
    })
    socket.on('error', () => {})
    socket.on('end', () => onEnd(socket))
  }).listen(at)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    messages() {
      const found: string[] = []
      for (let rest = received; rest.length > 0; ) {
        const [length = '', from] = [`${rest.subarray(0, rest.indexOf(' '))}`, rest.indexOf(' ') + 1]
        found.push(`${rest.subarray(from, from + Number(length))}`)
        rest = rest.subarray(from + Number(length))
      }
      return found
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const HEADER = /^<(\d+)>1 (\S+) (\S+) causeway - (\S+) \[meta sequenceId="(\d+)"\] (\{.*\})$/s
const lineOf = (message: string) => HEADER.exec(message)?.[6] ?? ''
const numbers = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).number)

describe('the export of the audit chain', () => {
  it('is appended to a file that verifies, from where it stopped', async () => {
    const file = join(folder, 'audit.jsonl')
    await append(3)
    expect(await exportAudit(store, to(`file:${file}`))).toBe(3)
    expect(await exportAudit(store, to(`file:${file}`))).toBe(0)
    await append(2)
    expect(await exportAudit(store, to(`file:${file}`))).toBe(2)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(numbers(lines)).toEqual([1, 2, 3, 4, 5])
    const { head } = await verifyChain(store)
    expect(await verifyRows(lines.map(rowIn), head)).toMatchObject({ isIntact: true, head })
  })

  it.each(['tcp', 'unix'])(
    'reaches a syslog server over %s as RFC 5424 messages with sequence numbers',
    async (kind) => {
      const path = join(folder, 'syslog')
      const server = await streamServer(kind === 'unix' ? { path } : { port: 0, host: '127.0.0.1' })
      await append(1, 'REFUSED')
      const destination = to(kind === 'unix' ? `syslog+unix:${path}` : `syslog+tcp://127.0.0.1:${server.port}`)
      const count = await exportAudit(store, destination)
      await server.close()
      const parts = server.messages().map((message) => HEADER.exec(message) ?? [])
      expect(parts.map(([, , , , , sequence]) => Number(sequence))).toEqual(
        Array.from({ length: count }, (_, i) => i + 1),
      )
      expect(parts.at(-1)?.slice(1, 5)).toEqual([
        '108',
        JSON.parse(parts.at(-1)?.[6] ?? '').entry.at,
        expect.any(String),
        'test_done',
      ])
      const { head } = await verifyChain(store)
      expect(await verifyRows(server.messages().map(lineOf).map(rowIn), head)).toMatchObject({ isIntact: true })
    },
  )

  it('reaches a syslog server over UDP', async () => {
    const server = createSocket('udp4')
    const received: string[] = []
    server.on('message', (message) => received.push(`${message}`))
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    const count = await exportAudit(store, to(`syslog+udp://127.0.0.1:${server.address().port}`))
    await expect.poll(() => received.length).toBe(count)
    expect(numbers(received.map(lineOf))).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    server.close()
  })

  it('repeats what a server may not have received, and loses nothing', async () => {
    const broken = await streamServer({ port: 0, host: '127.0.0.1' }, (socket) => socket.resetAndDestroy())
    const destination = to(`syslog+tcp://127.0.0.1:${broken.port}`)
    await expect(exportAudit(store, destination)).rejects.toThrow()
    await broken.close()
    await expect(exportAudit(store, destination)).rejects.toThrow('ECONNREFUSED')
    const server = await streamServer({ port: broken.port, host: '127.0.0.1' })
    const count = await exportAudit(store, destination)
    await server.close()
    expect(numbers(server.messages().map(lineOf))).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    expect(count).toBeGreaterThan(4)
  })

  it('is written by one process at a time', async () => {
    const file = join(folder, 'shared.jsonl')
    await Promise.all(Array.from({ length: 5 }, () => exportAudit(store, to(`file:${file}`))))
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(numbers(lines)).toEqual(lines.map((_, i) => i + 1))
  })

  it.each(['syslog://x', 'syslog+tcp://host', 'syslog+udp://host:99999', 'file:relative', 'audit.jsonl'])(
    'is refused to %s',
    (text) => expect(destinationIn(text)).toBeUndefined(),
  )
})
