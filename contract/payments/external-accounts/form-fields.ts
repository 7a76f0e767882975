/** Form fields: each field of a contract object with its label, meaning, example and rule. */
import type { TObject, TSchema } from 'typebox'

export interface FormField {
  /** Name in the request. */
  readonly name: string
  readonly label: string
  /** The format in words, or the meaning. */
  readonly hint: string | undefined
  readonly example: string | undefined
  readonly isRequired: boolean
  readonly choices: readonly string[] | undefined
  readonly pattern: string | undefined
  readonly format: string | undefined
  readonly minLength: number
  readonly maxLength: number
  /** Several texts, which a form shows as one, separated by commas. */
  readonly isList: boolean
  /** A whole number, `minimum` to `maximum`. */
  readonly range: readonly [minimum: number, maximum: number] | undefined
  /** Fields of an object; empty for a text. */
  readonly fields: readonly FormField[]
}

/** `countryOfResidence` → `Country of residence`, `line1` → `Line 1`, `umaAddress` → `UMA address` */
const wordsOf = (name: string): string => {
  const words = name.replace(/[A-Z]|\d+/g, (start) => ` ${start.toLowerCase()}`).replace(/^uma\b/, 'UMA')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parts of JSON Schema that the contract uses for texts. */
interface TextSchema {
  readonly type?: string
  readonly const?: unknown
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: TextSchema
}

/** The fields of an object in order, including nested ones, without constants. */
export function formFields({ properties, required }: TObject): FormField[] {
  const needed: readonly string[] = required ?? []
  return Object.entries(properties)
    .filter(([, schema]) => (schema as TextSchema).const === undefined)
    .map(([name, schema]) => formField(name, schema, needed.includes(name)))
}

function formField(name: string, schema: TSchema, isRequired: boolean): FormField {
  const { type, title, description, items, ...own } = schema as TextSchema
  const { examples, enum: choices, ...rule } = items ?? own
  return {
    name,
    label: title ?? wordsOf(name),
    hint: plainHint(description ?? items?.description, items !== undefined),
    example: examples?.[0] === undefined ? undefined : String(examples[0]),
    isRequired,
    choices,
    pattern: rule.pattern,
    format: rule.format,
    minLength: rule.minLength ?? 0,
    maxLength: rule.maxLength ?? Number.POSITIVE_INFINITY,
    isList: items !== undefined,
    range: type === 'integer' ? [rule.minimum ?? 0, rule.maximum ?? Number.MAX_SAFE_INTEGER] : undefined,
    fields: type === 'object' ? formFields(schema as TObject) : [],
  }
}

/** A description without Markdown syntax. */
const plainHint = (description: string | undefined, isList: boolean): string | undefined =>
  [description?.replaceAll('`', ''), isList && 'separated by commas'].filter(Boolean).join('; ') || undefined

/** Removes spaces that people type for readability: around the text, and inside it where the format has none. */
export const tidied = ({ pattern }: FormField, text: string): string =>
  pattern === undefined ? text.trim() : text.replace(/\s+/g, '')

/** Error message for a text that the contract refuses; undefined when it is valid. An empty text counts as missing. */
export function fieldFault(field: FormField, text: string): string | undefined {
  if (text === '') return field.isRequired ? 'Fill this in.' : undefined
  return isValid(field, text) ? undefined : expectation(field)
}

/** The texts of a list: `US, MX` → `['US', 'MX']`. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function isValid(field: FormField, text: string): boolean {
  if (field.isList) return listed(text).every((part) => isValid({ ...field, isList: false }, part))
  const { choices, pattern, format, minLength, maxLength, range } = field
  if (range) return /^\d+$/.test(text) && Number(text) >= range[0] && Number(text) <= range[1]
  const { length } = [...text]
  if (length < minLength || length > maxLength) return false
  if (choices && !choices.includes(text)) return false
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
}

/** The rule of a field in one sentence. */
export const expectation = (field: FormField): string => `Expected: ${ruleOf(field)}.`

function ruleOf({ choices, format, hint, example, pattern, maxLength, range }: FormField): string {
  if (range) return `a whole number from ${range[0]} to ${range[1]}`
  if (format === 'date') return 'a day, such as 1990-01-15'
  if (choices) return `one of ${choices.join(', ')}`
  if (format === 'email') return 'an address such as name@example.com'
  if (pattern === undefined) return `at most ${maxLength} characters`
  return [hint, example && `such as ${example}`].filter(Boolean).join(', ')
}
