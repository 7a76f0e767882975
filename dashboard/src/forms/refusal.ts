/** Field errors of a refused request, by the field that shows each. */
import { ApiError } from '../../../client/api-error.ts'
import { expectation, type FormField } from '../../../contract/payments/external-accounts/form-fields.ts'
import { type Group, pathIn, type Texts } from './values.ts'

interface Elsewhere {
  /** Faults of this path are shown at that one. */
  readonly moved?: Readonly<Record<string, string>>
  /** Paths of fields that belong to no group. */
  readonly others?: readonly string[]
}

/** Faults by path of the form's field. Empty when any fault has no field, so that all are shown together. */
export function fieldErrors(
  error: Error,
  groups: readonly Group[],
  { moved = {}, others = [] }: Elsewhere = {},
): Texts {
  if (!(error instanceof ApiError)) return {}
  const fields = new Map(groups.flatMap(fieldsByPath))
  const faults = (error.details.errors ?? []).map(({ field: said, message }) => {
    if (moved[said]) return [moved[said], error.message] as const
    const path = fieldPath(said, fields)
    const field = fields.get(path)
    // A pattern is not human-readable.
    return [path, field && message.includes('pattern') ? expectation(field) : capital(message)] as const
  })
  return faults.every(([path]) => others.includes(path) || fields.has(path)) ? Object.fromEntries(faults) : {}
}

/** A fault of a list item is shown at the list: `currencies.1` → `currencies`. */
const fieldPath = (path: string, fields: ReadonlyMap<string, FormField>): string =>
  fields.has(path) ? path : path.replace(/(\.|\[)\d+\]?$/, '')

const fieldsByPath = ({ path, fields }: Group): (readonly [string, FormField])[] =>
  fields.flatMap((field) => {
    const own = pathIn(path, field.name)
    return field.fields.length > 0 ? fieldsByPath({ path: own, fields: field.fields }) : [[own, field] as const]
  })

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
