/** Owns the way a command says no: a code of the contract's registry and a sentence for a person. */
import { ERROR_CODES, type ErrorCode, notFoundCode } from '../../contract/error-codes.ts'

/** One wrong field of a request. `field` is a dot path from the body's root, or the name of a parameter. */
export interface FieldError {
  readonly field: string
  readonly message: string
  readonly constraint?: object
}

export interface RefusalDetails {
  readonly errors?: readonly FieldError[]
  readonly reason?: string
  readonly [key: string]: unknown
}

/** Not an `Error` on purpose: a refusal is an answer, needs no stack trace, and is thrown thousands of times a second. */
export class Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly details: RefusalDetails | undefined
  constructor(code: ErrorCode, message: string, details?: RefusalDetails) {
    this.code = code
    this.message = message
    this.details = details
  }
  get status(): number {
    return ERROR_CODES[this.code].status
  }
}

/** Ends a command: nothing of what it did remains. @throws Refusal always */
export function refuse(code: ErrorCode, message: string, details?: RefusalDetails): never {
  throw new Refusal(code, message, details)
}

/** Refuses because of one field of the request. @throws Refusal always */
export function refuseField(code: ErrorCode, field: string, message: string): never {
  throw new Refusal(code, message, { errors: [{ field, message }] })
}

/** Unknown and foreign rows look the same: one code and one sentence a resource, without the id. */
export const notFound = (resource: string): Refusal =>
  new Refusal(notFoundCode(resource), `${resource.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')} not found`)
