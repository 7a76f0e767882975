/** Values of a form: validation, and the request body. */
import { type FormField, fieldFault, listed, tidied } from '../../../contract/payments/external-accounts/form-fields.ts'

/** Texts or faults by the path of the field in the request: `accountInfo.beneficiary.address.line1`. */
export type Texts = Readonly<Record<string, string>>

/** Fields of the request under one path. */
export interface Group {
  readonly path: string
  readonly fields: readonly FormField[]
}

const inside = ({ path }: Group, { name, fields }: FormField): Group => ({ path: pathIn(path, name), fields })

/** Path of a field; those of the request itself have no path before them. */
export const pathIn = (path: string, name: string): string => (path ? `${path}.${name}` : name)

/** Empty fields are not sent, and an object with only empty fields only where it is required. */
export function toObject(group: Group, texts: Texts): Record<string, unknown> {
  const values = group.fields.flatMap((field) => {
    const value = given(field, inside(group, field), texts)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(values)
}

function given(field: FormField, own: Group, texts: Texts): unknown {
  if (field.fields.length === 0) return typedValue(field, tidied(field, texts[own.path] ?? ''))
  const value = toObject(own, texts)
  return field.isRequired || Object.keys(value).length > 0 ? value : undefined
}

function typedValue(field: FormField, text: string): unknown {
  if (text === '') return undefined
  if (field.range) return Number(text)
  return field.isList ? listed(text) : text
}

/** The texts of a form with these initial values. */
export function toTexts(group: Group, values: Readonly<Record<string, unknown>> = {}): Texts {
  const texts = group.fields.map((field): Texts => {
    const own = inside(group, field)
    const value = values[field.name]
    if (value === undefined) return {}
    return field.fields.length > 0 ? toTexts(own, value as Record<string, unknown>) : { [own.path]: textOf(value) }
  })
  return Object.assign({}, ...texts)
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Faults of all fields together. An optional object must be complete as soon as any of its fields is set. */
export function findFaults(group: Group, texts: Texts): Texts {
  const found = group.fields.map((field) => {
    const own = inside(group, field)
    if (field.fields.length > 0) return given(field, own, texts) ? findFaults(own, texts) : {}
    const fault = fieldFault(field, tidied(field, texts[own.path] ?? ''))
    return fault ? { [own.path]: fault } : {}
  })
  return Object.assign({}, ...found)
}
