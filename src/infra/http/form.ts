/** Multipart form reader: text fields, and one file in the part `file`. Other files are discarded; their field is null. */
import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../../../contract/limits.ts'
import type { StoredFile, UploadedFile } from '../../../contract/operation.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'

/** Allowance for everything except the file: text fields, part headers, boundaries. */
const AROUND_BYTES = 64 * 1024
const FILE = 'file'

/** For the parser. It reads one file more than allowed, so that the error can name it. */
export const FORM_LIMITS = {
  fileSize: LIMITS.fileBytes,
  files: 2,
  fields: 50,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  parts: 52,
  headerPairs: 20,
}

/** The parser's error codes for exceeded limits. */
const TOO_MANY = {
  FST_PARTS_LIMIT: `${FORM_LIMITS.parts} parts`,
  FST_FIELDS_LIMIT: `${FORM_LIMITS.fields} fields`,
  FST_FILES_LIMIT: `${FORM_LIMITS.files} files`,
}

/** Stores a file as it arrives. An error ends the reading. */
export type KeepFile = (content: AsyncIterable<Uint8Array>) => Promise<StoredFile>

/** @param keep stores the file, which may then have the size of a CSV upload; absent: it is held in memory. @throws Refusal PAYLOAD_TOO_LARGE, INVALID_INPUT */
export async function readForm(request: FastifyRequest, keep?: KeepFile): Promise<Record<string, unknown>> {
  const max = keep ? LIMITS.csvBytes : LIMITS.fileBytes
  if (Number(request.headers['content-length'] ?? 0) > max + AROUND_BYTES) refuseTooLarge(max)
  try {
    return await readFields(request, max, keep)
  } catch (error) {
    // The rest is drained: a client that is still sending would otherwise not read the reply.
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof Refusal) throw error
    const { statusCode, code } = error as { statusCode?: number; code?: string }
    if (code !== undefined && code in TOO_MANY)
      refuseField('PAYLOAD_TOO_LARGE', 'body', `has more than ${TOO_MANY[code as keyof typeof TOO_MANY]}`)
    if (statusCode === 413) refuseTooLarge(max)
    refuse('INVALID_INPUT', 'The body is not a valid multipart form', {
      errors: [{ field: 'body', message: 'is not valid multipart/form-data' }],
    })
  }
}

async function readFields(
  request: FastifyRequest,
  max: number,
  keep: KeepFile | undefined,
): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: max } })) {
    const { fieldname } = part
    if (part.type === 'file' && fieldname !== FILE) {
      part.file.resume()
      fields.set(fieldname, null)
      continue
    }
    if (fields.has(fieldname)) refuseField('INVALID_INPUT', fieldname, 'is given more than once')
    if (part.type === 'field' && part.valueTruncated) refuseField('INVALID_INPUT', fieldname, 'is too long')
    fields.set(
      fieldname,
      part.type === 'file' ? await (keep ? keep(contentOf(part, max)) : uploaded(part)) : part.value,
    )
  }
  return Object.fromEntries(fields)
}

async function uploaded(part: MultipartFile): Promise<UploadedFile> {
  const bytes = await part.toBuffer()
  const name = plainName(part.filename ?? '')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, bytes, sha256, toJSON: () => ({ name, sha256 }) }
}

async function* contentOf({ file }: MultipartFile, max: number): AsyncGenerator<Uint8Array> {
  yield* file
  if (file.truncated) refuseTooLarge(max)
}

/** File name without folders, control characters, bidirectional overrides and leading dots. */
export const plainName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .slice(-200)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[\s.]+|\s+$/g, '')

function refuseTooLarge(max: number): never {
  refuse('PAYLOAD_TOO_LARGE', `The file must be at most ${max / 1024 / 1024} MB`)
}
