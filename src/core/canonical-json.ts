/** Canonical JSON: fields sorted by name, so that equal values have equal texts. */

/** Like JSON.stringify, but independent of the order of fields. @returns '' for undefined */
export const canonicalJson = (value: unknown): string => textOf(value) ?? ''

// Hand-written, because JSON.stringify with a replacer is more than 50 % slower.
function textOf(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON())
  if (Array.isArray(value)) return `[${Array.from(value, (item) => textOf(item) ?? 'null')}]`
  let text = ''
  for (const name of Object.keys(value).sort()) {
    const field = textOf((value as Record<string, unknown>)[name])
    if (field !== undefined) text += `${text && ','}${JSON.stringify(name)}:${field}`
  }
  return `{${text}}`
}
