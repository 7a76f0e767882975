/** Bulk import tests: every row becomes one customer or one error, exactly once. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { ImportJob } from '../../../../contract/customers/bulk-imports.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { type SeededPlatform, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { fileStore } from '../../../infra/files/file-store.ts'
import { sandboxIdentity } from '../../../providers/identity/sandbox.ts'
import { importJobs } from './jobs.ts'
import { CHUNK_ROWS } from './read-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country'
const person = (name: string) =>
  `$${name}@acme.example,${name},INDIVIDUAL,"${name}, Jr.",1990-01-15,1 Market St,San Francisco,CA,94105,US`
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n')

const upload = async (text: string, more: { key?: string; as?: SeededPlatform } = {}) => {
  const { jobId } = await app.ok('uploadCustomersCsv', {
    body: { file: new File([text], 'customers.csv') } as never,
    ...more,
  })
  return jobId
}
const job = (jobId: ImportJob['id']) => app.ok('getBulkCustomerImportJob', { params: { jobId } })
const imported = async (text: string) => {
  const jobId = await upload(text)
  await app.settle()
  return job(jobId)
}
const storedFiles = () => readdirSync(join(app.folder, 'documents', app.platform.platformId))
const customer = async (platformCustomerId: string) =>
  (await app.ok('listCustomers', { query: { platformCustomerId } })).data

describe('uploadCustomersCsv', () => {
  it('answers 202 before any customer is created', async () => {
    const reply = await app.call('uploadCustomersCsv', {
      body: { file: new File([csv(person('first'))], 'a.csv') } as never,
    })
    expect(reply.status).toBe(202)
    expect(reply.body).toEqual({ jobId: expect.stringMatching(/^Job:/), status: 'PENDING' })
    await app.settle()
    expect(await job(reply.body.jobId)).toEqual({
      id: reply.body.jobId,
      status: 'COMPLETED',
      progress: { total: 1, processed: 1, successful: 1, failed: 0 },
      completedAt: expect.any(String),
    })
    expect(await eventsOf(app, reply.body.jobId)).toEqual(['BULK_UPLOAD.COMPLETED'])
  })

  it('creates customers like POST /customers, from columns in any order, and ignores unknown columns', async () => {
    const header =
      'nickname,email,country,postalCode,state,city,addressLine2,addressLine1,businessTaxId,businessLegalName,fullName,birthDate,customerType,platformCustomerId,umaAddress'
    const ana =
      'Nan,ana@example.com,MX,06500,DF,CDMX,Piso 2,Reforma 1,,,"Ana María\n山田",1990-02-28,INDIVIDUAL,ana,$Ana@acme.example'
    const fjord = ',,NO,0150,Oslo,Oslo,,Brygga 1,NO-1,Fjord AS,,,BUSINESS,fjord,$fjord@acme.example'
    const { progress } = await imported([header, ana, '', fjord, ''].join('\r\n'))
    expect(progress).toEqual({ total: 2, processed: 2, successful: 2, failed: 0 })
    const [person] = await customer('ana')
    expect(person).toMatchObject({
      customerType: 'INDIVIDUAL',
      kycStatus: 'APPROVED',
      umaAddress: '$ana@acme.example',
      email: 'ana@example.com',
      fullName: 'Ana María\n山田',
      birthDate: '1990-02-28',
      address: { line1: 'Reforma 1', line2: 'Piso 2', city: 'CDMX', state: 'DF', postalCode: '06500', country: 'MX' },
    })
    const { totalCount } = await app.ok('listCustomerInternalAccounts', { query: { customerId: person?.id as string } })
    expect(totalCount).toBe(9)
    expect(await customer('fjord')).toMatchObject([
      { customerType: 'BUSINESS', kybStatus: 'UNVERIFIED', businessInfo: { legalName: 'Fjord AS', taxId: 'NO-1' } },
    ])
  })

  it('lists the errors of a row under its own id or number, and imports the others', async () => {
    const rows = [
      person('good'),
      person('good'),
      person('other').replace('$other@', '$good@'),
      person('elsewhere').replace('acme.example', 'bank.example'),
      ',,INDIVIDUAL',
      person('day').replace('1990-01-15', '15.01.1990'),
      person('kind').replace('INDIVIDUAL', 'PERSON'),
      `${person('long')},more,values`,
      person('fine'),
    ]
    const { status, progress, errors } = await imported(csv(...rows))
    expect([status, progress]).toEqual(['COMPLETED', { total: 9, processed: 9, successful: 2, failed: 7 }])
    expect(errors?.map(({ correlationId, code }) => [correlationId, code])).toEqual([
      ['good', 'CONFLICT'],
      ['other', 'UMA_ADDRESS_EXISTS'],
      ['elsewhere', 'INVALID_UMA_ADDRESS'],
      ['row_5', 'INVALID_INPUT'],
      ['day', 'INVALID_INPUT'],
      ['kind', 'INVALID_INPUT'],
      ['long', 'INVALID_INPUT'],
    ])
    const fields = (i: number) => errors?.[i]?.details?.errors?.map(({ field }) => field)
    expect(fields(3)).toEqual(expect.arrayContaining(['umaAddress', 'platformCustomerId', 'fullName', 'addressLine1']))
    expect([fields(4), fields(5)]).toEqual([['birthDate'], ['customerType']])
    expect((await customer('fine')).length).toBe(1)
  })

  it('imports a long file in chunks, and each row once', async () => {
    const names = Array.from({ length: 2 * CHUNK_ROWS + 50 }, (_, i) => `many-${i}`)
    const { status, progress } = await imported(csv(...names.map(person)))
    const { length } = names
    expect([status, progress]).toEqual([
      'COMPLETED',
      { total: length, processed: length, successful: length, failed: 0 },
    ])
    for (const i of [0, CHUNK_ROWS - 1, CHUNK_ROWS, length - 1]) expect((await customer(`many-${i}`)).length).toBe(1)
  })

  it('creates no customer twice when a process that lost its lease imports a chunk again', async () => {
    const { importCustomers } = importJobs({
      store: app.store,
      files: fileStore(join(app.folder, 'documents')),
      identity: sandboxIdentity,
    })
    const names = Array.from({ length: CHUNK_ROWS + 5 }, (_, i) => `twice-${i}`)
    await app.app.runner.stop()
    const jobId = await upload(csv(...names.map(person)))
    const subject = jobId.slice('Job:'.length)
    const { platformId } = app.platform
    const oneRun = async () => (await importCustomers?.({ subjects: [subject] } as never, platformId))?.get(subject)
    for (const processed of [0, CHUNK_ROWS, CHUNK_ROWS + 5]) {
      for (const effect of [await oneRun(), await oneRun()]) {
        const command = await effect
        if (typeof command === 'function') await app.app.engine.run(platformId, command)
      }
      expect((await job(jobId)).progress).toEqual({
        total: CHUNK_ROWS + 5,
        processed,
        successful: processed,
        failed: 0,
      })
    }
    await app.app.runner.start()
    await app.settle()
    expect(await eventsOf(app, jobId)).toEqual(['BULK_UPLOAD.COMPLETED'])
  })

  it(`keeps the first ${LIMITS.importErrors} errors, and counts all`, async () => {
    const { progress, errors } = await imported(csv(...Array.from({ length: LIMITS.importErrors + 5 }, () => ',,')))
    expect(progress.failed).toBe(LIMITS.importErrors + 5)
    expect(errors?.length).toBe(LIMITS.importErrors)
  })

  it.each([
    ['is empty', '', 'row_0', 'is empty'],
    [
      'lacks columns',
      'umaAddress,platformCustomerId,customerType\n',
      'row_0',
      'lacks the columns addressLine1, city, state, postalCode, country',
    ],
    ['has a column twice', `${HEADER},city\n`, 'row_0', 'has the column city twice'],
    ['is not valid CSV', csv(person('never'), '"'), 'row_2', 'a quotation mark is not closed'],
  ])('fails as a whole if the file %s', async (_what, text, correlationId, message) => {
    const failed = await imported(text)
    expect(failed).toMatchObject({
      status: 'FAILED',
      progress: { total: 0, processed: 0, successful: 0, failed: 0 },
      errors: [{ correlationId, code: 'INVALID_INPUT', message: expect.stringContaining(message) }],
      completedAt: expect.any(String),
    })
    expect(await eventsOf(app, failed.id)).toEqual(['BULK_UPLOAD.FAILED'])
    expect(await customer('never')).toEqual([])
  })

  it('completes immediately for a file that is only a header', async () => {
    expect(await imported(HEADER)).toMatchObject({ status: 'COMPLETED', progress: { total: 0, processed: 0 } })
  })

  it('imports once under one Idempotency-Key; another file under it is refused', async () => {
    const text = csv(person('keyed'))
    const jobId = await upload(text, { key: 'import-1' })
    expect(await upload(text, { key: 'import-1' })).toBe(jobId)
    const other = await app.call('uploadCustomersCsv', {
      body: { file: new File([csv(person('other-file'))], 'a.csv') } as never,
      key: 'import-1',
    })
    expect(other.error).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    await app.settle()
    expect((await customer('keyed')).length).toBe(1)
    expect(await customer('other-file')).toEqual([])
  })

  it('removes every file once it is no longer needed', async () => {
    await app.advance({ days: 1 })
    expect(storedFiles()).toEqual([])
  })

  /** A form with a content-length, of which only the start is sent. */
  const beginUpload = (bytes: number) => {
    const { clientId, clientSecret } = app.platform
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(bytes) }
    const sending = request(app.base + pathTo('uploadCustomersCsv'), {
      method: 'POST',
      auth: `${clientId}:${clientSecret}`,
      headers,
    })
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\numaAddress,')
    return sending
  }

  it('413 for a content-length above 100 MB, without reading the file', async () => {
    const sending = beginUpload(LIMITS.csvBytes + 100_000)
    const [response] = await once(sending, 'response')
    expect(response.statusCode).toBe(413)
    sending.destroy()
    expect(storedFiles()).toEqual([])
  })

  it('removes a file whose sender disconnected', async () => {
    const sending = beginUpload(1_000_000)
    while (storedFiles().length === 0) await nextTurn()
    const gone = once(sending, 'error')
    sending.destroy(new Error('gone'))
    await gone
    while (storedFiles().length > 0) await nextTurn()
    expect((await app.call('listCustomers')).status).toBe(200)
  })

  it('refuses a body that is not a form with a file', async () => {
    const json = await app.raw('POST', pathTo('uploadCustomersCsv'), {
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.error).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    const without = await app.call('uploadCustomersCsv', { body: { file: 'a,b' } as never })
    expect(without.error).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'file' }] },
    })
  })
})

describe('getBulkCustomerImportJob', () => {
  it('404 for an unknown import, and for one of another platform', async () => {
    const other = await app.anotherPlatform()
    const jobId = await upload(csv(), { as: other })
    const unknown = { status: 404, code: 'BULK_UPLOAD_JOB_NOT_FOUND' }
    expect((await app.call('getBulkCustomerImportJob', { params: { jobId } })).error).toMatchObject(unknown)
    expect((await app.call('getBulkCustomerImportJob', { params: { jobId: 'Job:1' } })).error).toMatchObject(unknown)
    expect((await app.call('getBulkCustomerImportJob', { params: { jobId }, as: other })).status).toBe(200)
  })
})
