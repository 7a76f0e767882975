/** Fields of a schema, nested ones behind a disclosure. */
import type { ReactNode } from 'react'
import { type ApiDocument, resolved, type Schema } from './document.ts'

interface SchemaProps {
  readonly schema: Schema
  readonly document: ApiDocument
}

export function SchemaFields({ schema, document }: SchemaProps) {
  const { properties = {}, required = [], oneOf, discriminator, items } = resolved(schema, document)
  if (discriminator && oneOf) return <Variants of={oneOf} tag={discriminator.propertyName} document={document} />
  if (items) return <SchemaFields schema={items} document={document} />
  return (
    <ul className="flex flex-col">
      {Object.entries(properties).map(([name, field]) => (
        <Field key={name} name={name} schema={field} isRequired={required.includes(name)} document={document} />
      ))}
    </ul>
  )
}

/** One of several objects, distinguished by a field. */
function Variants({ of: variants, tag, document }: { of: readonly Schema[]; tag: string; document: ApiDocument }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="py-1 text-sm text-muted">
        One of these, by <code>{tag}</code>:
      </p>
      {variants.map((variant) => {
        const name = String(resolved(variant, document).properties?.[tag]?.const)
        return (
          <Disclosure key={name} summary={<code className="text-sm">{name}</code>}>
            <SchemaFields schema={variant} document={document} />
          </Disclosure>
        )
      })}
    </div>
  )
}

interface FieldProps extends SchemaProps {
  readonly name: string
  readonly isRequired: boolean
}

export function Field({ name, schema, isRequired, document }: FieldProps) {
  const whole = resolved(schema, document)
  return (
    <li className="border-b border-line py-2.5 last:border-0">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <code className="font-semibold [overflow-wrap:anywhere]">{name}</code>
        <span className="text-sm text-muted">{typeWord(whole, document)}</span>
        {isRequired && <span className="text-sm font-medium text-accent">required</span>}
      </p>
      {whole.description && <p className="mt-0.5 text-sm whitespace-pre-line">{plain(whole.description)}</p>}
      <Limits schema={whole} />
      {isNested(whole, document) && (
        <Disclosure summary="Fields">
          <SchemaFields schema={whole} document={document} />
        </Disclosure>
      )}
    </li>
  )
}

function Limits({
  schema: { enum: values, default: unless, minimum, maximum, minLength, maxLength },
}: {
  schema: Schema
}) {
  const limits = [
    ...(minimum !== undefined && minimum !== 0 ? [`at least ${minimum}`] : []),
    ...(maximum !== undefined ? [`at most ${maximum}`] : []),
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(unless !== undefined ? [`default ${JSON.stringify(unless)}`] : []),
  ]
  return (
    <>
      {values && (
        <p className="mt-1 flex flex-wrap gap-1.5">
          {values.map((value) => (
            <code key={String(value)} className="rounded bg-sunken px-1.5 py-0.5 text-xs">
              {String(value)}
            </code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className="mt-0.5 text-sm text-muted">{limits.join(', ')}</p>}
    </>
  )
}

export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="w-fit rounded text-sm text-accent">{summary}</summary>
      <div className="mt-1 border-l-2 border-line pl-4">{children}</div>
    </details>
  )
}

const isNested = (schema: Schema, document: ApiDocument): boolean => {
  const { properties, discriminator, items } = schema
  if (items) return isNested(resolved(items, document), document)
  return discriminator !== undefined || Object.keys(properties ?? {}).length > 0
}

/** `text`, `whole number`, `list of Quote` … */
function typeWord(schema: Schema & { readonly name?: string }, document: ApiDocument): string {
  const { type, format, const: value, items, name, pattern } = schema
  if (value !== undefined) return JSON.stringify(value)
  if (items) return `list of ${typeWord(resolved(items, document), document)}`
  const [, kind] = /^\^(\w+):\[0-9a-f\]/.exec(pattern ?? '') ?? []
  if (kind) return `${kind} id`
  if (format === 'date-time') return 'time (RFC 3339, UTC)'
  if (format === 'date') return 'day (YYYY-MM-DD)'
  if (type === 'object') return name ?? 'object'
  const kinds = Array.isArray(type) ? type : [type]
  return kinds.map((each) => TYPE_WORDS[String(each)] ?? String(each)).join(' or ')
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
}

/** Descriptions are Markdown with code and lists only. */
export const plain = (markdown: string): string => markdown.replaceAll('`', '')
