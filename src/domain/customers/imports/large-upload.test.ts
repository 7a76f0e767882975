/** Large import test: a file of more than 40 MB is uploaded over HTTP, inspected and imported without much memory. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { ImportJob } from '../../../../contract/customers/bulk-imports.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { kind } from '../../../../test/harness/database/database.ts'

const ROWS = 25_000
/** Only some rows are valid: each of those opens accounts, which takes time and does not affect memory. */
const VALID_EVERY = 500
const MB = 1024 * 1024
/** Far less than the size of the file. */
const USED_MAX = 24 * MB
const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country,note'
/** For a column that the import ignores. */
const NOTE = 'Much to say. '.repeat(130)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes in use after a garbage collection. */
function usedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const row = (i: number) =>
  `$big-${i}@acme.example,big-${i},INDIVIDUAL,Bea Big,${i % VALID_EVERY === 0 ? '1990-01-15' : 'never'},1 Market St,Springfield,IL,62701,US,${NOTE}\n`

/** The form with the file, generated while it is sent. */
function* form(sent: (bytes: number) => void): Generator<string> {
  yield `--x\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\n${HEADER}\n`
  for (let i = 0; i < ROWS; i += 100) {
    const part = Array.from({ length: 100 }, (_, nth) => row(i + nth)).join('')
    sent(part.length)
    yield part
  }
  yield '\r\n--x--\r\n'
}

// Memory does not depend on the database, and the embedded one is slow.
describe.runIf(kind === 'postgres')('a file of 25,000 long rows', () => {
  let app: TestApp
  let jobId: ImportJob['id']
  let before: number
  const job = () => app.ok('getBulkCustomerImportJob', { params: { jobId } })

  beforeAll(async () => {
    app = await testApp({ cast: false })
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  it('is stored while it arrives, without being held in memory', async () => {
    const { clientId, clientSecret } = app.platform
    const sending = request(app.base + pathTo('uploadCustomersCsv'), {
      method: 'POST',
      auth: `${clientId}:${clientSecret}`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    const answered = once(sending, 'response')
    before = usedBytes()
    let bytes = 0
    let checked = 0
    let most = 0
    const check = (length: number) => {
      bytes += length
      if (bytes - checked < 2 * MB) return
      checked = bytes
      most = Math.max(most, usedBytes() - before)
    }
    await pipeline(Readable.from(form(check)), sending)
    const [response] = (await answered) as [IncomingMessage]
    expect(response.statusCode).toBe(202)
    jobId = ((await json(response)) as { jobId: ImportJob['id'] }).jobId
    expect(bytes).toBeGreaterThan(40 * MB)
    expect(bytes).toBeLessThan(LIMITS.csvBytes)
    expect(most).toBeLessThan(USED_MAX)
  })

  it('is imported in chunks, with progress and errors visible in the meantime', async () => {
    const seen: ImportJob[] = []
    let most = 0
    for (let done = 0; done < ROWS; ) {
      // Polled in the database: polling over HTTP would itself use the memory that is measured.
      const processed = async () => {
        const [found] = await app.store.query<{ processed: bigint }>('select processed from customer_imports')
        return Number(found?.processed)
      }
      await expect.poll(processed, { interval: 20 }).toBeGreaterThanOrEqual(Math.min(done + ROWS / 10, ROWS))
      const now = await job()
      done = now.progress.processed
      seen.push(now)
      most = Math.max(most, usedBytes() - before)
    }
    for (const { progress, errors } of seen) {
      expect(progress.failed + progress.successful).toBe(progress.processed)
      expect(errors?.[0]).toMatchObject({ correlationId: 'big-1', details: { errors: [{ field: 'birthDate' }] } })
      expect(errors?.length).toBe(LIMITS.importErrors)
    }
    expect(seen.filter(({ status }) => status === 'PROCESSING').length).toBeGreaterThan(5)
    const successful = ROWS / VALID_EVERY
    expect(seen.at(-1)).toMatchObject({
      status: 'COMPLETED',
      progress: { total: ROWS, processed: ROWS, successful, failed: ROWS - successful },
    })
    expect(most).toBeLessThan(USED_MAX)
  })
})
