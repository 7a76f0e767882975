/** Field errors of a rejected account, by the field that shows each. */
import { ApiError } from '../../../../client/api-error.ts'
import { expectation, type FormField } from '../../../../contract/payments/external-accounts/form-fields.ts'
import type { Group, Texts } from './values.ts'

/**
 * Faults by path, of what the form has a field for; a fault of the account as a whole is its identifier's. Empty when
 * any fault has no field, so that all of them are read together.
 */
export function fieldErrors(error: Error, groups: readonly Group[], identifier: string | undefined): Texts {
  if (!(error instanceof ApiError)) return {}
  const fields = new Map(groups.flatMap(fieldsByPath))
  const faults = (error.details.errors ?? []).map(({ field: path, message }) => {
    if (path === 'accountInfo') return [`accountInfo.${identifier}`, error.message] as const
    const field = fields.get(path)
    // A pattern is nothing to read.
    return [path, field && message.includes('pattern') ? expectation(field) : capital(message)] as const
  })
  return faults.every(([path]) => path === 'platformAccountId' || fields.has(path)) ? Object.fromEntries(faults) : {}
}

const fieldsByPath = ({ path, fields }: Group): (readonly [string, FormField])[] =>
  fields.flatMap((field) => {
    const own = `${path}.${field.name}`
    return field.fields.length > 0 ? fieldsByPath({ path: own, fields: field.fields }) : [[own, field] as const]
  })

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
