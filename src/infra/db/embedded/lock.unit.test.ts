/** Data directory lock tests: one process at a time, released when it dies. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder, placeOutside } from './lock.ts'

/** Another process that locks the folder and holds it until it is killed. */
async function holderOf(folder: string) {
  const program = `
    import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    lockFolder(process.argv[1]).then(
      () => { console.log('locked'); setInterval(() => {}, 1000) },
      (error) => { console.log(error.message); process.exit(3) },
    )`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { pid: child.pid, said: said.toString().trim(), kill }
}

const places: [where: string, path: (folder: string) => string][] = [
  ['a folder', (folder) => folder],
  ['a folder with a path too long for a socket', (folder) => join(folder, 'deep-'.repeat(30))],
]

describe.each(places)('the lock on %s', (_where, path) => {
  let temporary: string
  let folder: string
  beforeEach(() => {
    temporary = realpathSync(mkdtempSync(join(tmpdir(), 'causeway-lock-')))
    folder = path(temporary)
    mkdirSync(folder, { recursive: true })
  })
  afterEach(() => {
    rmSync(temporary, { recursive: true })
    rmSync(placeOutside(folder), { recursive: true, force: true })
  })

  it('is refused while another process holds it, whose pid is named', async () => {
    const unlock = await lockFolder(folder)
    const second = await holderOf(folder)
    expect(second.said).toBe(
      `Another Causeway process (pid ${process.pid}) is using ${folder}; stop it or set CAUSEWAY_DATA_DIR`,
    )
    unlock()
  })

  it('is free after release, and leaves no file', async () => {
    const unlock = await lockFolder(folder)
    unlock()
    const again = await lockFolder(folder)
    again()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is free after its holder was killed', async () => {
    const holder = await holderOf(folder)
    expect(holder.said).toBe('locked')
    await expect(lockFolder(folder)).rejects.toThrow(`(pid ${holder.pid})`)
    await holder.kill()
    const unlock = await lockFolder(folder)
    unlock()
  })

  it('is never held by two concurrent callers', async () => {
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => lockFolder(folder)))
    const held = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(held.length).toBeLessThanOrEqual(1)
    for (const unlock of held) unlock()
    const unlock = await lockFolder(folder)
    unlock()
  })

  it('does not touch other files', async () => {
    writeFileSync(join(folder, 'causeway.json'), '{}')
    const unlock = await lockFolder(folder)
    unlock()
    expect(readdirSync(folder)).toEqual(['causeway.json'])
  })
})
