/** `npm run two-banks` test: it shows a payment between two processes and removes its files. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { kind } from '../harness/database/database.ts'
import { runScript } from './run-script.ts'

const folder = mkdtempSync(join(tmpdir(), 'causeway-demo-'))

const section = (printed: string, heading: string) => printed.split('\n\n').find((part) => part.startsWith(heading))

const faultOf = (port: number) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' }, () => resolve(socket.destroy() && 'someone is there'))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  })

describe.runIf(kind === 'embedded')('npm run two-banks', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('pays from one bank to the other, prints their messages, and ends both', async () => {
    const { code, printed } = await runScript('two-banks', { TMPDIR: folder })
    expect(code, printed).toBe(0)
    const [before, after] = [section(printed, 'Before'), section(printed, 'After')]
    expect(before).toMatch(/Northwind Ltd at bank A +10,100\.00 USD\n +Alice Doe at bank B +0\.00 EUR/)
    expect(after).toMatch(/Northwind Ltd at bank A +10,078\.15 USD\n +Alice Doe at bank B +20\.00 EUR/)
    expect(printed).toMatch(
      /Sent by bank A +COMPLETED, reference (\S+)\n +Received by bank B +COMPLETED, reference \1\n/,
    )

    const said = [...printed.matchAll(/^ +bank A (→|←) bank B +(\S+)$/gm)].map(([, way, what]) => `${way} ${what}`)
    expect(said).toEqual([
      '→ LNURLP_REQUEST',
      '← LNURLP_RESPONSE',
      '→ PAY_REQUEST',
      '← PAY_RESPONSE',
      '→ POST_TRANSACTION_CALLBACK',
      '← POST_TRANSACTION_RESPONSE',
    ])
    expect(printed).toMatch(/Bank B decrypted +FULL_NAME: Northwind Ltd, TAX_ID: 12-3456789\n/)

    const ports = [...printed.matchAll(/bank-[ab]\.localhost:(\d+) +ready after/g)].map(([, port]) => Number(port))
    expect(new Set(ports).size).toBe(2)
    expect(await Promise.all(ports.map(faultOf))).toEqual(['ECONNREFUSED', 'ECONNREFUSED'])
    expect(readdirSync(folder).filter((name) => name.startsWith('causeway'))).toEqual([])
  })
})
