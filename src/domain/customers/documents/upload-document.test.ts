/** Document tests: formats, storage of files and their removal, forms and isolation between platforms. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { Document } from '../../../../contract/customers/documents.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n%%EOF\n')
const JPEG = Buffer.from('ffd8ffe000104a464946ffd9', 'hex')
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000000049454e44ae426082', 'hex')

let app: TestApp
let business: `Customer:${string}`
beforeAll(async () => {
  app = await testApp({ cast: false })
  const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
  business = id
})
afterAll(() => app.close())

const file = (bytes: Uint8Array<ArrayBuffer> = PDF, name = 'certificate.pdf', type = 'application/octet-stream') =>
  new File([bytes], name, { type })
const form = (more: object = {}) => ({
  documentHolder: business,
  documentType: 'CERTIFICATE_OF_INCORPORATION' as const,
  country: 'DE',
  file: file(),
  ...more,
})
const upload = (more?: object) => app.ok('uploadDocument', { body: form(more) })
const folder = (service = app) => join(service.folder, 'documents', service.platform.platformId)
const kept = () => readdirSync(folder())
const newFile = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = new Set(kept())
  await work()
  return kept().filter((name) => !before.has(name))
}

describe('uploadDocument', () => {
  it('stores the metadata, and the file in a folder that only this process can read', async () => {
    const metadata = { side: 'FRONT', documentNumber: 'HRB 86000', issuingAuthority: 'Amtsgericht Hamburg' }
    const document = await upload(metadata)
    const { id, createdAt, updatedAt, ...rest } = document
    expect(rest).toEqual({
      documentHolder: business,
      documentType: 'CERTIFICATE_OF_INCORPORATION',
      country: 'DE',
      fileName: 'certificate.pdf',
      ...metadata,
    })
    expect(await app.ok('getDocument', { params: { documentId: id } })).toEqual(document)
    const [name] = kept() as [string]
    const path = join(folder(), name)
    expect(readFileSync(path)).toEqual(PDF)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
  })

  it.each([
    ['a PDF', PDF, 'image/png'],
    ['a JPEG', JPEG, 'application/octet-stream'],
    ['a PNG', PNG, 'text/html'],
  ])('recognizes %s by its content, whatever media type the form states', async (_what, bytes, type) => {
    expect(await upload({ file: file(bytes, 'scan', type) })).toMatchObject({ fileName: 'scan' })
  })

  it.each([
    ['an HTML page', '<html><script>alert(1)</script>'],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['an archive', 'PK\x03\x04'],
    ['an image of another format', 'GIF89a'],
    ['a PDF after other bytes', ' %PDF-1.7 %%EOF'],
    ['a PDF without an end', '%PDF-1.7\n1 0 obj\n'],
    ['a JPEG without an end', '\xff\xd8\xff\xe0'],
    ['a PNG without an end', '\x89PNG\r\n\x1a\n'],
    ['an HTML page that begins like a PDF', '%PDF-<script>alert(1)</script>'],
    ['an empty file', ''],
  ])('400 for %s, and no file is stored', async (_what, content) => {
    const found = await newFile(async () => {
      const body = form({ file: file(Buffer.from(content, 'latin1'), 'certificate.pdf', 'application/pdf') })
      const { status, error } = await app.call('uploadDocument', { body })
      expect([status, error.code, error.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'file'])
    })
    expect(found).toEqual([])
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\scans\\Übersicht.pdf', 'Übersicht.pdf'],
    ['.htaccess', 'htaccess'],
    ['exe\u202efdp.pdf', 'exefdp.pdf'],
    ['..', 'document.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('stores the file name %j as %j', async (name, fileName) => {
    expect(await upload({ file: file(PDF, name) })).toMatchObject({ fileName })
  })

  it('accepts 10 MB and not one byte more', async () => {
    const bytes = Buffer.alloc(LIMITS.fileBytes + 1)
    PDF.copy(bytes)
    await upload({ file: file(bytes.subarray(0, LIMITS.fileBytes)) })
    const { status, error } = await app.call('uploadDocument', { body: form({ file: file(bytes) }) })
    expect([status, error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const huge = await app.call('uploadDocument', { body: form({ file: file(Buffer.alloc(3 * LIMITS.fileBytes)) }) })
    expect([huge.status, huge.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('names all wrong and missing fields together', async () => {
    const body = {
      documentHolder: 'Customer:1',
      documentType: 'NAPKIN',
      country: 'Germany',
      side: 'TOP',
      documentNumber: '',
    }
    const { status, error } = await app.call('uploadDocument', { body })
    expect([status, error.code]).toEqual([400, 'INVALID_INPUT'])
    const fields = error.details.errors.map(({ field }: { field: string }) => field)
    expect(fields.sort()).toEqual([...Object.keys(body), 'file'].sort())
  })

  it('400 for a file that is text, and for a repeated field or file', async () => {
    const wrong = async (change: (form: FormData) => void) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(form())) body.append(name, value)
      change(body)
      const { status, error } = await app.raw('POST', pathTo('uploadDocument'), { body })
      return [status, error.details?.errors[0].field]
    }
    expect(await wrong((body) => body.set('file', 'text'))).toEqual([400, 'file'])
    expect(await wrong((body) => body.append('country', 'FR'))).toEqual([400, 'country'])
    expect(await wrong((body) => body.append('file', file()))).toEqual([400, 'file'])
    expect(await wrong((body) => body.append('__proto__', 'x'))).toEqual([400, 'body'])
    expect(await wrong((body) => body.set('issuingAuthority', 'x'.repeat(20_000)))).toEqual([400, 'issuingAuthority'])
    expect(await wrong((body) => body.set('issuingAuthority', 'a\0b'))).toEqual([400, 'issuingAuthority'])
    expect(await wrong((body) => body.append('unknown', 'x'))).toEqual([201, undefined])
    expect(await wrong((body) => body.append('other', file()))).toEqual([201, undefined])
  })

  it.each([
    ['no form', undefined, undefined, 400],
    ['JSON', '{}', 'application/json', 415],
    ['a form without a boundary', 'x', 'multipart/form-data', 400],
    [
      'a truncated form',
      '--x\r\ncontent-disposition: form-data; name="country"\r\n\r\nD',
      'multipart/form-data; boundary=x',
      400,
    ],
    ['a form without parts', '--x--\r\n', 'multipart/form-data; boundary=x', 400],
  ])('refuses %s', async (_what, body, type, expected) => {
    const { status, error } = await app.raw('POST', pathTo('uploadDocument'), {
      ...(body && { body }),
      ...(type && { headers: { 'content-type': type } }),
    })
    expect([status, error.code]).toEqual([expected, expected === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'INVALID_INPUT'])
  })

  it('401 before any byte of the form is read', async () => {
    const { status } = await app.raw('POST', pathTo('uploadDocument'), {
      as: null,
      body: 'nonsense',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(status).toBe(401)
  })

  it('404 for an unknown or foreign holder, 410 for a deleted one', async () => {
    const as = await app.anotherPlatform()
    const foreign = await app.call('uploadDocument', { body: form(), as })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'USER_NOT_FOUND'])
    const documentHolder = 'BeneficialOwner:019542f5-b3e7-7d02-8000-000000000001'
    const unknown = await app.call('uploadDocument', { body: form({ documentHolder }) })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'BENEFICIAL_OWNER_NOT_FOUND'])
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    await app.ok('deleteCustomerById', { params: { customerId } })
    expect((await app.call('uploadDocument', { body: form({ documentHolder: customerId }) })).status).toBe(410)
  })

  it('uploads once under one Idempotency-Key; another file is another request', async () => {
    const call = (more?: object) => app.call('uploadDocument', { body: form(more), key: 'upload' })
    const [first, second] = [await call(), await call()]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await call({ file: file(PNG) })
    expect([other.status, other.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('removes files that no document refers to', async () => {
    const loose = await newFile(async () => {
      await upload()
      await app.call('uploadDocument', {
        body: form({ documentHolder: 'BeneficialOwner:019542f5-b3e7-7d02-8000-000000000001' }),
      })
      await app.call('uploadDocument', { body: form(), key: 'twice' })
      await app.call('uploadDocument', { body: form(), key: 'twice' })
    })
    // A replayed request is answered before its file is stored.
    expect(loose).toHaveLength(3)
    await app.advance({ days: 1 })
    expect(kept().filter((name) => loose.includes(name))).toHaveLength(2)
  })
})

describe('replaceDocument', () => {
  it('replaces the file and all metadata, and removes the old file', async () => {
    let document = {} as Document
    const [first] = await newFile(async () => {
      document = await upload({ documentNumber: 'HRB 2', side: 'BACK' })
    })
    const body = { documentType: 'STATE_REGISTRY_EXCERPT' as const, country: 'AT', file: file(PNG, 'excerpt.png') }
    const [second] = await newFile(async () => {
      const replaced = await app.ok('replaceDocument', { params: { documentId: document.id }, body })
      const { id, documentHolder, createdAt } = document
      expect(replaced).toEqual({
        id,
        documentHolder,
        createdAt,
        updatedAt: replaced.updatedAt,
        documentType: 'STATE_REGISTRY_EXCERPT',
        country: 'AT',
        fileName: 'excerpt.png',
      })
    })
    await app.settle()
    expect(kept()).toContain(second)
    expect(kept()).not.toContain(first)
  })

  it('404 for a document of another platform', async () => {
    const { id: documentId } = await upload()
    const { documentHolder: _, ...body } = form()
    const { status, error } = await app.call('replaceDocument', {
      params: { documentId },
      body,
      as: await app.anotherPlatform(),
    })
    expect([status, error.code]).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })
})

describe('deleteDocument', () => {
  it('deletes the document and its file', async () => {
    let params = {} as { documentId: `Document:${string}` }
    const [name] = await newFile(async () => {
      params = { documentId: (await upload()).id }
    })
    expect((await app.call('deleteDocument', { params })).status).toBe(204)
    expect((await app.call('getDocument', { params })).error.code).toBe('DOCUMENT_NOT_FOUND')
    expect((await app.call('deleteDocument', { params })).status).toBe(404)
    await app.settle()
    expect(kept()).not.toContain(name)
  })

  it('409 for a document of a submitted verification, unless that is in RESOLVE_ERRORS', async () => {
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    const personalInfo = {
      firstName: 'Jane',
      lastName: 'Doe',
      birthDate: '1980-02-29',
      nationality: 'US',
      idType: 'SSN' as const,
      identifier: '1',
      address: { line1: '1 Market Street', postalCode: '94105', country: 'US' },
    }
    const owner = await app.ok('createBeneficialOwner', {
      body: { customerId, roles: ['UBO'], ownershipPercentage: 100, personalInfo },
    })
    const [first, second, third] = await Promise.all([
      upload({ documentHolder: customerId }),
      upload({ documentHolder: customerId }),
      upload({ documentHolder: owner.id, documentType: 'PASSPORT' }),
    ])
    expect(await app.ok('createVerification', { body: { customerId } })).toMatchObject({
      verificationStatus: 'RESOLVE_ERRORS',
    })
    await app.ok('deleteDocument', { params: { documentId: first.id } })
    await app.ok('updateCustomerById', {
      params: { customerId },
      body: { customerType: 'BUSINESS', businessInfo: { legalName: 'Harbor', registrationNumber: '001' } },
    })
    expect(await app.ok('createVerification', { body: { customerId } })).toMatchObject({
      verificationStatus: 'IN_PROGRESS',
    })
    const { documentHolder: _, ...body } = form()
    for (const { id: documentId } of [second, third]) {
      const deleted = await app.call('deleteDocument', { params: { documentId } })
      expect([deleted.status, deleted.error.code]).toEqual([409, 'CONFLICT'])
      expect((await app.call('replaceDocument', { params: { documentId }, body })).status).toBe(409)
    }
    expect((await app.ok('listDocuments', { query: { documentHolder: customerId } })).data).toEqual([second])
    expect((await app.ok('listDocuments', { query: { documentHolder: owner.id } })).data).toEqual([third])
  })
})

describe('getDocument', () => {
  it('returns metadata to the platform of the document only, and nothing of the file', async () => {
    const params = { documentId: (await upload()).id }
    const { text } = await app.call('getDocument', { params })
    expect(text).not.toMatch(/PDF-|file_?id|sha256/i)
    const foreign = await app.call('getDocument', { params, as: await app.anotherPlatform() })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })
})

describe('listDocuments', () => {
  it('lists the documents of the platform, newest first', async () => {
    const last = await upload()
    const { data, totalCount } = await app.ok('listDocuments', { query: { limit: 1 } })
    expect(data).toEqual([last])
    expect(totalCount).toBeGreaterThan(10)
    expect((await app.ok('listDocuments', { as: await app.anotherPlatform() })).totalCount).toBe(0)
  })
})
