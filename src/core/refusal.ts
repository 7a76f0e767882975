/** Refusals: an error code of the contract with a human-readable message. */
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

/** Deliberately not an `Error`: a refusal is a reply, needs no stack trace, and is thrown thousands of times a second. */
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

/** Faults of one request that a reply lists. */
const LISTED_MAX = 100
/** Room for them as JSON, so that a refused request gets a short reply, whatever it contained. */
const LISTED_LENGTH = 40_000
const FIELD_LENGTH = 200

/**
 * The faults that a reply lists: at most 100, none with a longer path than 200 characters.
 * @param room characters of JSON that they may take together
 */
export function listed(errors: Iterable<FieldError>, room = LISTED_LENGTH): FieldError[] {
  const list: FieldError[] = []
  for (const { field, ...rest } of errors) {
    const fault = { field: field.length > FIELD_LENGTH ? `${field.slice(0, FIELD_LENGTH)}…` : field, ...rest }
    room -= JSON.stringify(fault).length
    if (list.length === LISTED_MAX || (room < 0 && list.length > 0)) break
    list.push(fault)
  }
  return list
}

/** Hint for a misspelt name. */
export const didYouMean = (name: string): string => `did you mean ${name}?`

/** Refuses input, with as many of its faults as a reply lists. @throws Refusal INVALID_INPUT always */
export function refuseInvalid(errors: readonly FieldError[]): never {
  const [first] = errors
  const list = listed(errors)
  const count = list.length < errors.length ? `More than ${list.length}` : list.length
  const message = errors.length === 1 && first ? `${list[0]?.field} ${first.message}` : `${count} fields are invalid`
  refuse('INVALID_INPUT', message, { errors: list })
}

/** No institution and no customer has the UMA address. */
export const umaAddressNotFound = (): Refusal => new Refusal('UMA_NOT_FOUND', 'The UMA address does not exist')

/** Unknown and foreign rows look the same: one code and one message per resource, without the id. */
export const notFound = (resource: string): Refusal =>
  new Refusal(notFoundCode(resource), `${resource.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')} not found`)

/** Refusal of a command that had no effect: nothing is stored, and no commit of it is outstanding. */
export class Unavailable extends Refusal {
  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message)
  }

  /** Concerns this request only: an earlier one under the same key may have had an effect. */
  static away = () =>
    new Unavailable(
      'The database is unreachable; this request had no effect. For an earlier one, repeat it with its Idempotency-Key',
    )
  static locked = () =>
    new Unavailable('A record that this request needs stays locked; the request had no effect. Try again')
  static contended = () => new Unavailable('The same records keep changing; this request had no effect. Try again')
}

/** Error of work that cannot begin yet, although nothing is wrong with it: a job that throws it waits indefinitely. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}
