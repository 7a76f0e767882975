/** Project of a user of the client: the packed client installed without a network, and a compiler. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const npmIn = (folder: string, ...args: string[]): string =>
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })

/** Builds the client in a folder of its own, so that tests can do so at the same time. @returns path of the tarball */
export function packClient(project: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-client-'))
  execFileSync(process.execPath, ['scripts/packages/client.mjs', join(folder, 'dist')])
  for (const name of ['package.json', 'README.md']) cpSync(join('client', name), join(folder, name))
  const tarball = npmIn(project, 'pack', folder, '--silent').trim()
  rmSync(folder, { recursive: true })
  return join(project, tarball)
}

/** @param project folder with a package.json */
export const installClient = (project: string): void => void npmIn(project, 'install', packClient(project))

/** Adds what `npm install --save-dev @types/node` would add. */
export function addNodeTypes(project: string): void {
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name))
}

/** Runs `tsc` there. @returns its output, which is empty on success @throws Error with its messages */
export function compileIn(project: string, ...args: string[]): string {
  return execFileSync(process.execPath, [resolve('node_modules/ts7/bin/tsc'), ...args], {
    cwd: project,
    encoding: 'utf8',
  })
}
