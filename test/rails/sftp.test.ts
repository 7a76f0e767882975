/** Bank rail over SFTP: files exchanged with OpenSSH's own server, and encrypted files read and written by GnuPG and age. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ageEncryption, pgpEncryption } from '../../src/providers/rails/banks/exchange/encryption.ts'
import { type SftpMailbox, type SftpPlace, sftpMailbox } from '../../src/providers/rails/banks/exchange/sftp-mailbox.ts'
import { REFERENCE, railSetup, SEPA } from './rail-setup.ts'

const SSHD = '/usr/sbin/sshd'
const SERVER = ['/usr/lib/openssh/sftp-server', '/usr/libexec/sftp-server'].find(existsSync)
const haveSshd = existsSync(SSHD) && SERVER !== undefined && userInfo().uid === 0
const haveGpg = ['/usr/bin/gpg', '/usr/local/bin/gpg'].some(existsSync)
const haveAge = ['/usr/bin/age-keygen', '/usr/local/bin/age-keygen'].some(existsSync)
if (!haveSshd) console.warn('Left out: SFTP against OpenSSH. Install openssh-server, and run as root.')
if (!haveGpg) console.warn('Left out: encrypted bank files against GnuPG. Install gnupg.')
if (!haveAge) console.warn('Left out: bank files encrypted with age, against its own program. Install age.')

const setup = railSetup(SEPA)
const folder = mkdtempSync(join(tmpdir(), 'causeway-sftp-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(!haveSshd)('an SFTP server', () => {
  let server: ChildProcess
  let place: SftpPlace
  let mailbox: SftpMailbox
  const key = (name: string) => join(folder, name)
  const make = (options: Partial<SftpPlace> = {}): SftpMailbox =>
    sftpMailbox({ ...place, ...options }, { privateKey: readFileSync(key('client'), 'utf8'), listEveryMs: 0 })

  beforeAll(async () => {
    for (const name of ['host', 'client'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key(name)])
    const [, hostKey = ''] = execFileSync('ssh-keygen', ['-l', '-f', key('host.pub')], { encoding: 'utf8' }).split(' ')
    const port = await freePort()
    mkdirSync('/run/sshd', { recursive: true })
    const config = ['UsePAM no', 'StrictModes no', 'PasswordAuthentication no', `Subsystem sftp ${SERVER}`]
    const own = [`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${key('host')}`, 'PidFile none']
    writeFileSync(key('config'), [...config, ...own, `AuthorizedKeysFile ${key('client.pub')}`, ''].join('\n'))
    server = spawn(SSHD, ['-D', '-e', '-f', key('config')], { stdio: ['ignore', 'ignore', 'pipe'] })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      server.stderr?.on('data', (text) => {
        said += String(text)
        if (said.includes('Server listening')) resolve()
      })
      server.on('exit', () => reject(new Error(`sshd has ended: ${said}`)))
    })
    place = {
      host: '127.0.0.1',
      port,
      user: userInfo().username,
      hostKey,
      out: '',
      upload: '',
      in: '',
      read: undefined,
    }
  })
  afterAll(() => void server?.kill())
  beforeEach(() => {
    for (const name of ['out', 'in', 'read']) mkdirSync(join(setup.folder, name), { recursive: true })
    const at = (name: string) => join(setup.folder, name)
    place = { ...place, out: at('out'), upload: at('out'), in: at('in'), read: at('read') }
    mailbox = make()
  })
  afterEach(() => mailbox.close())

  it('gets each file complete and once, and delivers each file of the bank once', async () => {
    const rail = setup.makeRail(setup.store, mailbox)
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await setup.work(rail)
    const [order] = setup.bank.collect()
    expect([order?.amount, readdirSync(place.out)]).toEqual([12_34n, []])
    await setup.work(rail)
    expect(setup.bank.collect()).toEqual([])
    const bookings = [
      { endToEnd: order?.reference as string, amount: -12_34n },
      { amount: 5_00n, text: REFERENCE },
    ]
    const text = setup.bank.statement('2026-11-23', bookings)
    setup.bank.put('1.xml', text)
    expect((await setup.work(rail)).map(({ amount }) => amount)).toEqual([5_00n])
    expect((await rail.ask(setup.payout(1))).state).toBe('DELIVERED')
    expect([readdirSync(place.in), readdirSync(place.read as string).length]).toEqual([[], 1])
    setup.bank.put('2.xml', text)
    expect(await setup.work(rail)).toHaveLength(1)
    expect(rail.health()).toEqual({ status: 'UP' })
  })

  it('that keeps the files of the bank delivers each once, identified by its hash after a restart', async () => {
    const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n, text: REFERENCE }])
    setup.bank.put('1.xml', text)
    const downloads: string[] = []
    for (const starts of [1, 2]) {
      const inner = make({ read: undefined })
      const read: SftpMailbox['read'] = (name) => {
        downloads.push(`${starts} ${name}`)
        return inner.read(name)
      }
      const rail = setup.makeRail(setup.store, { ...inner, read })
      for (let runs = 0; runs < 3; runs++) expect(await setup.work(rail)).toHaveLength(1)
      expect(rail.health()).toEqual({ status: 'UP' })
      inner.close()
    }
    expect(downloads).toEqual(['1 1.xml', '2 1.xml'])
    expect(readdirSync(place.in)).toEqual(['1.xml'])
  })

  it('whose process dies after the upload, or after the rename, gets one file', async () => {
    for (const step of ['stage', 'release'] as const) {
      await setup.begin()
      for (const name of ['out', 'in', 'read']) mkdirSync(join(setup.folder, name), { recursive: true })
      const at = (name: string) => join(setup.folder, name)
      const here = make({ out: at('out'), upload: at('out'), in: at('in'), read: at('read') })
      const dying = async (...args: never[]) => {
        await (here[step] as (...all: never[]) => Promise<unknown>)(...args)
        throw new Error('killed')
      }
      const rail = setup.makeRail(setup.store, { ...here, [step]: dying })
      await rail.send(setup.payout(1))
      setup.now = setup.afterCutOff
      await setup.work(rail)
      setup.bank.collect()
      const next = setup.makeRail(setup.store, here)
      await setup.work(next)
      setup.bank.collect()
      expect([step, setup.bank.orders.length]).toEqual([step, 1])
      here.close()
    }
  })

  it('keeps no parts of interrupted uploads', async () => {
    let passes = 1_000_000
    const relay = createServer((socket) => {
      const onward = connect(place.port, place.host)
      socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
      onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      onward.pipe(socket)
      socket.on('data', (piece) => {
        passes -= piece.length
        if (passes < 0) socket.destroy()
        else onward.write(piece)
      })
    })
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
    const cut = make({ port: (relay.address() as AddressInfo).port })
    await expect(cut.stage(Buffer.alloc(4_000_000, 1))).rejects.toThrow('the connection was lost')
    expect(readdirSync(place.upload)).toHaveLength(1)
    passes = Number.POSITIVE_INFINITY
    const copy = await cut.stage(Buffer.from('whole'))
    expect(readdirSync(place.upload)).toEqual([`.${copy}.part`])
    cut.close()
    await new Promise((resolve) => relay.close(resolve))
  })

  it('with a key other than the pinned one gets nothing', async () => {
    const other = make({ hostKey: `SHA256:${'a'.repeat(43)}` })
    await expect(other.list()).rejects.toThrow('127.0.0.1: ')
    const rail = setup.makeRail(setup.store, other)
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await setup.work(rail)
    expect(readdirSync(place.out)).toEqual([])
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('127.0.0.1: ') })
    await setup.work(setup.makeRail(setup.store, mailbox))
    expect(setup.bank.collect()).toHaveLength(1)
  })

  it('that closes the connection is connected to again', async () => {
    expect(await mailbox.list()).toEqual([])
    mailbox.close()
    expect(await mailbox.list()).toEqual([])
    await expect(mailbox.read('missing.xml')).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe.skipIf(!haveGpg)('an encrypted file', () => {
  const home = join(folder, 'gnupg')
  const gpg = (args: readonly string[], input?: Buffer) =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--quiet', '--trust-model', 'always', ...args], {
      input: input ?? '',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  const exported = (args: readonly string[], id: string) => gpg(['--armor', ...args, id]).toString()
  beforeAll(() => {
    mkdirSync(home, { mode: 0o700 })
    for (const id of ['bank@bank.example', 'us@causeway.example', 'other@else.example'])
      gpg([
        '--passphrase',
        '',
        '--pinentry-mode',
        'loopback',
        '--quick-generate-key',
        id,
        'future-default',
        'default',
        'never',
      ])
  })
  afterAll(() => void execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']))
  const encryption = () =>
    pgpEncryption({
      bank: exported(['--export'], 'bank@bank.example'),
      own: exported(['--export-secret-keys'], 'us@causeway.example'),
    })
  const sealed = (text: string, { to = 'us@causeway.example', from = 'bank@bank.example', armor = false } = {}) =>
    gpg([...(armor ? ['--armor'] : []), '-r', to, '-u', from, '--sign', '--encrypt', '-o', '-'], Buffer.from(text))

  it('is decrypted by the bank, with our signature on it', async () => {
    const rail = setup.makeRail(setup.store, undefined, encryption())
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await setup.work(rail)
    expect(rail.health()).toEqual({ status: 'UP' })
    const [name = ''] = readdirSync(join(setup.folder, 'out'))
    expect(name).toMatch(/^pain\.001-00000001-[0-9a-f]{8}\.xml\.pgp$/)
    const file = join(setup.folder, 'out', name)
    const said = gpg(['--status-fd', '1', '-o', `${file}.open`, '--decrypt', file]).toString()
    expect(said).toContain('GOODSIG')
    expect(said).toContain('us@causeway.example')
    rmSync(file)
    expect(setup.bank.collect().map(({ amount }) => amount)).toEqual([12_34n])
  })

  it.each([false, true])(
    'of the bank is read where it is encrypted for us and signed by the bank (armored: %s)',
    async (armor) => {
      const rail = setup.makeRail(setup.store, undefined, encryption())
      const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n, text: REFERENCE }])
      writeFileSync(join(setup.folder, 'in', '1.pgp'), sealed(text, { armor }))
      expect(await setup.work(rail)).toHaveLength(1)
      // The same statement, encrypted again, is the same file.
      writeFileSync(join(setup.folder, 'in', '2.pgp'), sealed(text))
      expect(await setup.work(rail)).toHaveLength(1)
      expect(rail.health()).toEqual({ status: 'UP' })
      const kept = await setup.store.query<{ bytes: Buffer }>('select bytes from bank_inbox')
      expect(kept.map(({ bytes }) => bytes.toString())).toEqual([text])
    },
  )

  it.each([
    ['that is not encrypted', (text: string) => Buffer.from(text)],
    ['that another has signed', (text: string) => sealed(text, { from: 'other@else.example' })],
    ['that is for another', (text: string) => sealed(text, { to: 'other@else.example' })],
    [
      'without a signature',
      (text: string) => gpg(['-r', 'us@causeway.example', '--encrypt', '-o', '-'], Buffer.from(text)),
    ],
  ])('%s is refused, and those after it are read', async (_what, bytes) => {
    const rail = setup.makeRail(setup.store, undefined, encryption())
    const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n, text: REFERENCE }])
    writeFileSync(join(setup.folder, 'in', '1.pgp'), bytes(text))
    expect(await setup.work(rail)).toEqual([])
    expect(rail.health().detail).toMatch(/^1.pgp is REFUSED: It is not encrypted for us and signed by the bank/)
    writeFileSync(join(setup.folder, 'in', '2.pgp'), sealed(text))
    expect(await setup.work(rail)).toHaveLength(1)
  })
})

describe.skipIf(!haveAge)('a file encrypted with age', () => {
  const keys = new Map<string, { readonly file: string; readonly recipient: string }>()
  beforeAll(() => {
    for (const name of ['bank', 'us', 'other']) {
      const file = join(folder, `age-${name}`)
      execFileSync('age-keygen', ['-o', file], { stdio: 'ignore' })
      keys.set(name, { file, recipient: execFileSync('age-keygen', ['-y', file], { encoding: 'utf8' }).trim() })
    }
  })
  const keyFor = (name: string) => keys.get(name) as { readonly file: string; readonly recipient: string }
  const encryption = () =>
    ageEncryption({ bank: keyFor('bank').recipient, own: readFileSync(keyFor('us').file, 'utf8') })
  const sealed = (text: string, { to = 'us', armor = false } = {}) =>
    execFileSync('age', [...(armor ? ['--armor'] : []), '-r', keyFor(to).recipient], { input: text })

  it('is decrypted by the bank alone', async () => {
    const rail = setup.makeRail(setup.store, undefined, encryption())
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await setup.work(rail)
    expect(rail.health()).toEqual({ status: 'UP' })
    const [name = ''] = readdirSync(join(setup.folder, 'out'))
    expect(name).toMatch(/^pain\.001-00000001-[0-9a-f]{8}\.xml\.age$/)
    const file = join(setup.folder, 'out', name)
    const opened = (by: string) => execFileSync('age', ['--decrypt', '-i', keyFor(by).file, file], { stdio: 'pipe' })
    expect(() => opened('other')).toThrow('no identity matched')
    writeFileSync(`${file}.open`, opened('bank'))
    rmSync(file)
    expect(setup.bank.collect().map(({ amount }) => amount)).toEqual([12_34n])
  })

  it.each([false, true])('of the bank is read where it is encrypted for us (armored: %s)', async (armor) => {
    const rail = setup.makeRail(setup.store, undefined, encryption())
    const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n, text: REFERENCE }])
    writeFileSync(join(setup.folder, 'in', '1.age'), sealed(text, { armor }))
    // The same statement, encrypted again, is the same file.
    writeFileSync(join(setup.folder, 'in', '2.age'), sealed(text))
    expect(await setup.work(rail)).toHaveLength(1)
    expect(rail.health()).toEqual({ status: 'UP' })
    const kept = await setup.store.query<{ bytes: Buffer }>('select bytes from bank_inbox')
    expect(kept.map(({ bytes }) => bytes.toString())).toEqual([text])
  })

  it.each([
    ['that is not encrypted', (text: string) => Buffer.from(text)],
    ['that is for another', (text: string) => sealed(text, { to: 'other' })],
    ['that was truncated', (text: string) => sealed(text).subarray(0, -5)],
  ])('%s is refused, and those after it are read', async (_what, bytes) => {
    const rail = setup.makeRail(setup.store, undefined, encryption())
    const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n, text: REFERENCE }])
    writeFileSync(join(setup.folder, 'in', '1.age'), bytes(text))
    expect(await setup.work(rail)).toEqual([])
    expect(rail.health().detail).toMatch(/^1.age is REFUSED: It is not encrypted for us with age/)
    writeFileSync(join(setup.folder, 'in', '2.age'), sealed(text))
    expect(await setup.work(rail)).toHaveLength(1)
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
