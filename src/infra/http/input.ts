/** Input of an operation: path, query and body of a request, read and checked against the contract. */
import { LIMITS } from '../../../contract/limits.ts'
import type { Operation, StoredFile } from '../../../contract/operation.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { bodyValidator, pathValidator } from '../operations/validate.ts'
import type { KeepFile } from './form.ts'
import type { Incoming } from './incoming.ts'
import { parseJson } from './json-body.ts'
import { queryReader } from './query.ts'

interface Input {
  readonly params: Record<string, string>
  readonly query: Record<string, unknown>
  readonly body: unknown
}

/** @returns a reader that throws Refusal; asynchronous for forms only */
export function inputReader(
  { params, query, body, bodyOptional, multipart }: Operation,
  keepUpload: (platformId: string, content: AsyncIterable<Uint8Array>) => Promise<StoredFile>,
  limits: Pick<RequestLimits, 'upload' | 'reserveMemory'>,
) {
  const checkParams = params && pathValidator(params)
  const readQuery = queryReader(query)
  const checkBody = body && bodyValidator(body)
  const keepFor = (platformId: string): KeepFile | undefined =>
    multipart === 'STORED' ? (content) => keepUpload(platformId, content) : undefined

  const checked = (incoming: Incoming, values: Record<string, unknown>, given: unknown, ignored: readonly string[]) => {
    const dropped = checkBody && (given !== undefined || !bodyOptional) ? checkBody(given) : []
    const all = [...ignored, ...dropped, ...(!body && isContent(incoming.body) ? ['body'] : [])]
    if (all.length > 0) incoming.ignore?.(all)
    checkParams?.(incoming.params)
    return { params: incoming.params, query: values, body: given }
  }

  return (incoming: Incoming, platformId: string): Input | Promise<Input> => {
    const { values, ignored } = readQuery(incoming.query)
    if (!multipart) return checked(incoming, values, body && readBody(incoming.body), ignored)
    limits.upload(platformId)
    if (multipart === true) incoming.afterwards?.(limits.reserveMemory(platformId, announced(incoming)))
    return readForm(incoming, keepFor(platformId)).then((form) => checked(incoming, values, form, ignored))
  }
}

/** Largest size of a form in bytes. */
const announced = ({ headers }: Incoming): number =>
  Math.min(Number(headers['content-length'] ?? LIMITS.fileBytes), LIMITS.fileBytes)

/** Read only after authentication, because a form can be large. */
async function readForm({ form, body }: Incoming, keep: KeepFile | undefined): Promise<unknown> {
  if (form) return form(keep)
  if (!body) refuseField('INVALID_INPUT', 'body', 'is required, as multipart/form-data')
  refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body as multipart/form-data')
}

function readBody(body: Incoming['body']): unknown {
  if (body instanceof Refusal) throw body
  return body === undefined ? undefined : parseJson(body)
}

/** Whether there is a body where none is expected; an empty object does not count, because many clients send one. */
const isContent = (body: Incoming['body']): boolean =>
  body instanceof Refusal || (body !== undefined && !/^\s*(\{\s*\})?\s*$/.test(body))
