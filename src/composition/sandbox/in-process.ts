/** Service of one sandbox: the whole API on a database, in this process, at its own port. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { MovableClock } from '../../core/clock.ts'
import type { Store } from '../../infra/db/store.ts'
import { fileStore } from '../../infra/files/file-store.ts'
import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { sandboxProviders } from '../providers/sandbox.ts'

/** Keys of a sandbox. Its database can be opened with the same ones only. */
export interface Keys {
  /** Hex. */
  readonly secret: string
  /** Master key of wallets, hex. */
  readonly masterKey: string
}

interface Options extends Keys {
  readonly store: Store
  readonly clock: MovableClock
}

export interface Service {
  readonly app: App
  /** Listens at a free port of this machine. @returns its origin */
  listen(): Promise<string>
  /** To be called when the app is closed. */
  removeFiles(): void
}

/** Starts a service with the settings that a sandbox has by default; no environment variable changes them. */
export async function startService({ store, clock, secret, masterKey }: Options): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-sandbox-'))
  const config = readConfig({})
  const wallets = { ...config, masterKeys: { current: Buffer.from(masterKey, 'hex'), former: [] } }
  const app = await createApp({
    store,
    clock,
    clockFault: undefined,
    log: pino({ level: 'silent' }),
    secrets: { current: Buffer.from(secret, 'hex'), former: [] },
    providers: sandboxProviders(clock, { wallets }),
    feeRate: config.feeRate,
    files: fileStore(folder),
  })
  await app.start()
  return {
    app,
    async listen() {
      // Browsers accept passkeys at this name, and at no IP address.
      await app.server.listen({ port: 0, host: 'localhost' })
      return `http://localhost:${(app.server.server.address() as AddressInfo).port}`
    },
    removeFiles: () => rmSync(folder, { recursive: true, force: true }),
  }
}
