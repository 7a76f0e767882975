/**
 * Blocklist tests: payments that are held, payments that are cleared, and a file that changes, is missing or is
 * invalid.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { blocklistIn, blocklistScreening } from './blocklist.ts'

const HEAD = 'kind,value,reason\n'
const LIST = `${HEAD}identifier,DE89 3704 0044 0532 0130 00,Own list 7
identifier,0x8Ba1f109551bD432803012645Ac136ddd64DBA72,OFAC SDN 4711
name,"Müller, José",EU consolidated list 12
`
const folder = mkdtempSync(join(tmpdir(), 'blocklist-'))
const path = join(folder, 'list.csv')
afterAll(() => rmSync(folder, { recursive: true }))
const screening = blocklistScreening(path)
const verdictOn = (identifier: string | undefined, ...names: string[]) => screening.screen({ identifier, names })

describe('the blocklist', () => {
  it('matches identifiers however they are written', async () => {
    writeFileSync(path, LIST)
    expect(await verdictOn('de89370400440532013000')).toEqual({ verdict: 'HOLD', reason: 'Own list 7' })
    expect(await verdictOn('0x8BA1F109551BD432803012645AC136DDD64DBA72')).toMatchObject({ reason: 'OFAC SDN 4711' })
    expect(await verdictOn('DE89370400440532013001')).toEqual({ verdict: 'CLEAR' })
  })

  it('matches names whatever their accents, case and word order', async () => {
    for (const name of ['José Müller', 'JOSE MULLER', 'muller jose', 'Mu\u0308ller, Jose\u0301'])
      expect(await verdictOn(undefined, 'Somebody Else', name), name).toMatchObject({ verdict: 'HOLD' })
    for (const name of ['José Müllers', 'José', ''])
      expect(await verdictOn('x', name), name).toEqual({ verdict: 'CLEAR' })
  })

  it('is read again when the file has changed', async () => {
    writeFileSync(path, `${LIST}name,Nora North,Own list 8\n`)
    expect(await verdictOn(undefined, 'Nora North')).toEqual({ verdict: 'HOLD', reason: 'Own list 8' })
  })

  it('clears nothing while the file is missing or invalid', async () => {
    writeFileSync(path, `${HEAD}name,Nora North\n`)
    await expect(verdictOn('x')).rejects.toThrow()
    rmSync(path)
    await expect(verdictOn('x')).rejects.toThrow('ENOENT')
  })

  it.each([['kind,value\nname,Nora'], [`${HEAD}nickname,Nora,x`], [`${HEAD}name,,x`], [`${HEAD}name,"--",x`]])(
    'names the line that is wrong: %j',
    (text) => expect(() => blocklistIn(text)).toThrow('Line 2 of the blocklist must have kind'),
  )

  it('may be empty', () => expect(blocklistIn(HEAD).names.size).toBe(0))
})
