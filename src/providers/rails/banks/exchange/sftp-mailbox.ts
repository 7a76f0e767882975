/** Mailbox of a bank on an SFTP server: the bank's own, or one that it empties and fills. */
import { createHash, randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { Client, SFTPWrapper } from 'ssh2'
import { type Mailbox, UNFINISHED } from './mailbox.ts'

export interface SftpPlace {
  readonly host: string
  readonly port: number
  readonly user: string
  /**
   * Folders on the server: files for the bank, files from the bank, and those of them that were read; the last one is
   * optional.
   */
  readonly out: string
  /** Where files for the bank are uploaded under a temporary name; on the same file system as `out`, or `out` itself. */
  readonly upload: string
  readonly in: string
  readonly read: string | undefined
  /** `SHA256:…` of the server's key, as `ssh-keygen -l` shows it. */
  readonly hostKey: string
}

export interface SftpOptions {
  /** In OpenSSH's format, without a passphrase. */
  readonly privateKey: string
  /** Minimum interval between listings. */
  readonly listEveryMs?: number
}

export interface SftpMailbox extends Mailbox {
  close(): void
}

const TIME_OUT_MS = 30_000
/** Time after which an unused connection is closed. */
const IDLE_MS = 20_000
const LIST_EVERY_MS = 60_000
/** SSH_FX_NO_SUCH_FILE */
const NO_SUCH_FILE = 2

type Done<Result> = (error?: Error | null, result?: Result) => void

/**
 * A file for the bank is uploaded as `.<id>.part` and renamed when it is whole. A file of the bank is moved to the
 * folder `read`. Without that folder it stays: this process does not download it again; the next one does, and
 * recognizes it by its hash.
 */
export function sftpMailbox(place: SftpPlace, { privateKey, listEveryMs = LIST_EVERY_MS }: SftpOptions): SftpMailbox {
  const session = sftpSession(place, privateKey)
  const seen = new Set<string>()
  /** Copies whose upload failed and which no other process knows; removed before the next upload. */
  const failed = new Set<string>()
  const listed = new Map<string, string>()
  let listedAt = Number.NEGATIVE_INFINITY
  const run = <Result>(work: (sftp: SFTPWrapper, done: Done<Result>) => void) => session.run(work)
  const partAt = (copy: string) => posix.join(place.upload, `.${copy}.part`)
  const unlessGone = (error: unknown): true => {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error
    return true
  }
  const download = (path: string) => run<Buffer>((sftp, done) => sftp.readFile(path, done))
  const rename = (from: string, to: string) => run<void>((sftp, done) => sftp.rename(from, to, done))
  const remove = (copy: string) => run<void>((sftp, done) => sftp.unlink(partAt(copy), done)).catch(unlessGone)
  return {
    async stage(bytes) {
      for (const copy of failed) {
        await remove(copy)
        failed.delete(copy)
      }
      const copy = randomUUID()
      failed.add(copy)
      await run<void>((sftp, done) => sftp.writeFile(partAt(copy), bytes, { flag: 'wx', mode: 0o640 }, done))
      // The uploaded bytes are compared before the file may be sent: an upload can end early without an error.
      if (!(await download(partAt(copy))).equals(bytes))
        throw new Error('The SFTP server has not stored the whole file')
      failed.delete(copy)
      return copy
    },
    async discard(copy) {
      await remove(copy)
    },
    async release(copy, name) {
      await rename(partAt(copy), posix.join(place.out, name)).catch(unlessGone)
    },
    async list() {
      if (performance.now() - listedAt < listEveryMs) return []
      type Entries = Parameters<Parameters<SFTPWrapper['readdir']>[1]>[1]
      const entries = await run<Entries>((sftp, done) => sftp.readdir(place.in, done))
      listedAt = performance.now()
      listed.clear()
      for (const { filename, attrs } of entries)
        if (attrs.isFile() && !UNFINISHED.test(filename))
          listed.set(filename, `${filename} ${attrs.size} ${attrs.mtime}`)
      return [...listed].flatMap(([name, version]) => (seen.has(version) ? [] : [name])).sort()
    },
    read: (name) => download(posix.join(place.in, name)),
    async putAway(name, stored) {
      if (place.read === undefined) {
        seen.add(listed.get(name) ?? name)
        return
      }
      const own = `${randomUUID()}-${name}`
      const moved = posix.join(place.read, own)
      const isGone = await rename(posix.join(place.in, name), moved).then(() => false, unlessGone)
      if (isGone) return
      // Replaced by the bank between the download and now.
      if (!(await download(moved)).equals(stored)) await rename(moved, posix.join(place.in, own))
    },
    async open() {
      for (const folder of [place.out, place.upload, place.in, place.read])
        if (folder !== undefined) await run((sftp, done) => sftp.stat(folder, done))
    },
    close: session.close,
  }
}

/** One connection, made when it is needed. A call whose outcome is unknown throws, and the next one connects again. */
function sftpSession(place: SftpPlace, privateKey: string) {
  let current: { readonly client: Client; readonly sftp: SFTPWrapper } | undefined
  let idle: NodeJS.Timeout | undefined
  const close = () => {
    clearTimeout(idle)
    current?.client.end()
    current = undefined
  }
  const connected = async () => {
    if (current) return current
    const { Client } = (await import('ssh2')).default
    const client = new Client()
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.on('error', reject)
      client.on('close', () => {
        current = undefined
        reject(new Error('The SFTP server has closed the connection'))
      })
      client.on('ready', () => client.sftp((error, wrapper) => (error ? reject(error) : resolve(wrapper))))
      const { host, port, user: username, hostKey } = place
      const hostVerifier = (key: Buffer) => fingerprintOf(key) === hostKey
      client.connect({ host, port, username, privateKey, hostVerifier, readyTimeout: TIME_OUT_MS })
    }).catch((error: Error) => {
      client.end()
      throw new Error(`${place.host}: ${error.message}`, { cause: error })
    })
    current = { client, sftp }
    return current
  }
  return {
    close,
    async run<Result>(work: (sftp: SFTPWrapper, done: Done<Result>) => void): Promise<Result> {
      const { client, sftp } = await connected()
      clearTimeout(idle)
      try {
        return await new Promise<Result>((resolve, reject) => {
          const broken = () => reject(new Error(`${place.host}: the connection was lost`))
          const late = setTimeout(() => {
            client.destroy()
            broken()
          }, TIME_OUT_MS)
          client.once('close', broken)
          work(sftp, (error, result) => {
            clearTimeout(late)
            client.off('close', broken)
            if (error) reject(namedError(error, place.host))
            else resolve(result as Result)
          })
        })
      } finally {
        clearTimeout(idle)
        idle = setTimeout(close, IDLE_MS).unref()
      }
    },
  }
}

/** The error with the code that Node's file system uses for a missing file, where it is one. */
function namedError(error: Error, host: string): Error {
  const isMissing = (error as { code?: unknown }).code === NO_SUCH_FILE
  return Object.assign(new Error(`${host}: ${error.message}`, { cause: error }), isMissing && { code: 'ENOENT' })
}

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
