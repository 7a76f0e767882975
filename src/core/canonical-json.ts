/** Owns the one text of a JSON value: fields in the order of their names, so that equal values have equal texts. */

/** As JSON.stringify, without regard to the order in which fields were given. @returns '' for undefined */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? ''

function inOrder(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
