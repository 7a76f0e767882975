/** OpenAPI components: a schema with an `$id` becomes a component, and every use of it a reference. */
type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const nameOf = (schema: unknown): string | undefined =>
  isObject(schema) && typeof schema.$id === 'string' ? schema.$id : undefined
const reference = (name: string) => `#/components/schemas/${name}`

/** The schema as OpenAPI shows it where it is used: a reference if it has a name. */
export function named(schema: unknown): unknown {
  const name = nameOf(schema)
  return name ? { $ref: reference(name) } : inner(schema)
}

/** The schema itself, with references for its named parts. */
function inner(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(named)
  if (!isObject(schema)) return schema
  const { $id: _, ...own } = schema
  const copy: Json = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, named(value)]))
  if (isObject(own.discriminator) && Array.isArray(own.oneOf))
    copy.discriminator = { ...own.discriminator, mapping: discriminatorMapping(own.discriminator, own.oneOf) }
  return copy
}

/** Tag value → component: readers of OpenAPI cannot see it from the literals in the variants. */
function discriminatorMapping({ propertyName }: Json, variants: readonly unknown[]): Json {
  return Object.fromEntries(
    variants.map((variant) => {
      const tag = ((variant as Json).properties as Record<string, Json>)[propertyName as string]
      return [tag?.const, reference(nameOf(variant) as string)]
    }),
  )
}

/**
 * All named schemas within the given ones, sorted by name.
 * @throws Error when one name stands for two different schemas
 */
export function componentsOf(schemas: readonly unknown[]): Json {
  const found = new Map<string, unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = nameOf(value)
    if (name) {
      const component = inner(value)
      const earlier = found.get(name)
      if (earlier && JSON.stringify(earlier) !== JSON.stringify(component))
        throw new Error(`Two different schemas are called ${name}`)
      found.set(name, component)
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(schemas)
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
