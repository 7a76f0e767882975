/** Types of request examples: the body of each operation that requires one. */
import type { TSchema } from 'typebox'
import type { Contract, OperationId } from '../contract.ts'
import type { BodyOf } from '../operation.ts'

type WithBody = {
  [Id in OperationId]: Contract[Id] extends { bodyOptional: true }
    ? never
    : Contract[Id] extends { body: TSchema }
      ? Id
      : never
}[OperationId]

/** Of a multipart form the texts: a file is chosen by the caller. */
type WithoutFile<Body> = Body extends { file: unknown } ? Omit<Body, 'file'> : Body

export type RequestExamples = { readonly [Id in WithBody]: WithoutFile<BodyOf<Contract[Id]>> }
/** Some of them. */
export type Examples = Partial<RequestExamples>
