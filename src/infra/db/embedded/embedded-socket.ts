/** Socket to the embedded database, as the PostgreSQL driver expects one. */
import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

type Done = (error?: Error | null) => void

/**
 * A packet is answered by one call, a turn of the event loop later: the driver must have sent everything before it
 * receives.
 */
export class EmbeddedSocket extends Duplex {
  readonly #lite: PGlite

  constructor(lite: PGlite) {
    super()
    this.#lite = lite
  }

  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  override _read(): void {}

  override _write(message: Buffer, _encoding: string, done: Done): void {
    setImmediate(() => void this.#answer(message).then(() => done(), done))
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }

  async #answer(message: Buffer): Promise<void> {
    if (this.destroyed) return
    const onRawData = (bytes: Uint8Array) => void this.push(Buffer.from(bytes)) // a copy: the memory is used again
    await this.#lite.execProtocolRawStream(message, { syncToFs: false, onRawData })
  }

  /** The driver configures a network connection; this socket has none. */
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this
}
