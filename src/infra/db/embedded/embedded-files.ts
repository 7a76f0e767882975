/** Durable files of the embedded database: adds the fsync that PGlite leaves out. */
import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
/** The internals of PGlite that are used, which is why its version is pinned. */
interface Module {
  FS: { isDir(mode: number): boolean }
  NODEFS: { stream_ops: { fsync?(stream: { nfd: number; node: { mode: number } }): number } }
  onAbort?(): void
}

/**
 * PGlite's files in a folder, with the `fsync` that PGlite leaves out. A sync that fails, or a crash of PGlite, ends
 * the process, as in PostgreSQL: the data in memory can no longer be trusted, and the next start recovers from the log.
 */
export class DurableFiles extends NodeFS {
  /** Number of syncs. */
  syncs = 0

  override async init(lite: PGlite, options: Parameters<Init>[1]): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(lite, options)
    const preRun = (emscriptenOpts.preRun ??= [])
    preRun.push((module) => this.#hook(module as unknown as Module))
    return { emscriptenOpts }
  }

  #hook(module: Module): void {
    module.onAbort = () => die('it crashed')
    module.NODEFS.stream_ops.fsync = ({ nfd, node }) => {
      try {
        if (module.FS.isDir(node.mode)) fsyncSync(nfd)
        else fdatasyncSync(nfd)
      } catch (error) {
        die(`the disk did not take its data: ${(error as Error).message}`)
      }
      this.syncs++
      return 0
    }
  }
}

function die(reason: string): never {
  process.stderr.write(`The embedded database stops, because ${reason}. Start again: acknowledged data is safe.\n`)
  process.exit(1)
}

/**
 * Renames a folder atomically and durably: a process that finds `to` after a crash finds all of it.
 */
export function publish(from: string, to: string): void {
  for (const { parentPath, name } of readdirSync(from, { recursive: true, withFileTypes: true })) {
    syncPath(join(parentPath, name))
  }
  syncPath(from)
  renameSync(from, to)
  syncPath(dirname(to))
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
