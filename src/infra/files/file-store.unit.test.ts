/** File store tests: files are stored whole, separately by platform, and can be removed. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileStore, fileStore } from './file-store.ts'

const ACME = '019542f5-b3e7-7d02-8000-00000000000a'
const FILE = '019542f5-b3e7-7d02-8000-00000000000f'
let home: string
let folder: string
let files: FileStore
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'causeway-files-'))
  folder = join(home, 'documents')
  files = fileStore(folder)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a file', () => {
  const path = () => join(folder, ACME, FILE)

  it('is stored unchanged, readable only by its owner, with no other file', async () => {
    await files.put(ACME, FILE, Buffer.from('%PDF-1.7'))
    expect(readFileSync(path(), 'utf8')).toBe('%PDF-1.7')
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, ACME))).toEqual([FILE])
  })

  it('is removed with remains of a crash, and may already be gone', async () => {
    writeFileSync(`${path()}.part`, '%PD')
    await files.remove(ACME, FILE)
    await files.remove(ACME, FILE)
    expect(existsSync(path())).toBe(false)
    expect(readdirSync(join(folder, ACME))).toEqual([])
  })

  it('has no name that leads elsewhere', async () => {
    for (const name of ['../x', '/etc/passwd', '', `${FILE}/../x`]) {
      await expect(files.put(ACME, name, Buffer.from('x'))).rejects.toThrow('two UUIDs')
      await expect(files.remove(name, FILE)).rejects.toThrow('two UUIDs')
    }
    expect(readdirSync(home)).toEqual(['documents'])
  })
})
