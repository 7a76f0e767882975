/** Sample requests of operations, made from the contract: path, query, and body with the headers that it needs. */
import { formData } from '../../../client/request.ts'
import type { Operation } from '../../../contract/operation.ts'
import { sampleOf } from './samples.ts'

export const JSON_TYPE = { 'content-type': 'application/json' }

/** The kind of resource that a path parameter names; undefined for one that is not an id. */
export const resourceAt = ({ params }: Operation, name: string): string | undefined =>
  /^\^\(?([A-Za-z]+)[:|]/.exec((params?.properties[name] as { pattern?: string })?.pattern ?? '')?.[1]

export const pathWith = (operation: Pick<Operation, 'path'>, named: (name: string) => string): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => named(name))

/** The path with well-formed ids of resources that do not exist. */
export const unknownPath = (operation: Operation): string =>
  pathWith(operation, (name) => encodeURI(String(sampleOf(operation.params?.properties[name] as never))))

/** The required parameters, with a question mark; empty where none is required. */
export const queryOf = ({ query }: Operation): string => {
  const required = (query?.required ?? []) as string[]
  const pairs = required.map((name) => [name, String(sampleOf(query?.properties[name] as never))] as [string, string])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** A valid body, if the operation takes one. */
export const bodyOf = ({
  body,
  multipart,
}: Operation): { readonly body?: string | FormData; readonly headers?: Record<string, string> } => {
  if (!body) return {}
  const sample = sampleOf(body as never) as object
  if (multipart) return { body: formData({ ...sample, file: new File(['%PDF-1.7 %%EOF'], 'sample.pdf') }) }
  return { body: JSON.stringify(sample), headers: JSON_TYPE }
}
