/** Fields of one object of a request: required first, optional ones collapsed. */
import type { FormField } from '../../../contract/payments/external-accounts/form-fields.ts'
import { choiceWord } from '../format/words.ts'
import { ChecksField } from '../ui/fields/checks-field.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { type Group, pathIn, type Texts } from './values.ts'

export interface FieldsProps {
  readonly texts: Texts
  /** Faults that are shown now, by path. */
  readonly faults: Texts
  /** Code of the refusal that named a field, by path. */
  readonly faultCodes: Texts
  readonly onChange: (path: string, text: string) => void
  readonly onLeave: (path: string) => void
}

export function FieldGroup({ group: { path, fields }, ...props }: { group: Group } & FieldsProps) {
  const needed = fields.filter(({ isRequired }) => isRequired)
  const others = fields.filter(({ isRequired }) => !isRequired)
  return (
    <>
      <Fields path={path} fields={needed} {...props} />
      {others.length > 0 && <MoreFields path={path} fields={others} {...props} />}
    </>
  )
}

/** Open as soon as a field in it has a value or a fault. */
function MoreFields({ path, fields, ...props }: Group & FieldsProps) {
  const [first] = fields
  const isTouched = fields.some(
    ({ name }) => has(props.texts, pathIn(path, name)) || has(props.faults, pathIn(path, name)),
  )
  if (fields.length === 1 && first?.fields.length === 0) return <Fields path={path} fields={fields} {...props} />
  return (
    <details className="rounded-lg border border-line" open={isTouched || undefined}>
      <summary className="rounded-lg px-4 py-2.5 text-sm text-muted hover:bg-sunken">
        <span className="font-medium text-ink">More</span> — {fields.map(({ label }) => label).join(', ')}
      </summary>
      <div className="px-4 pt-2 pb-4">
        <Fields path={path} fields={fields} {...props} />
      </div>
    </details>
  )
}

const has = (texts: Texts, path: string): boolean =>
  Object.keys(texts).some((key) => texts[key] !== '' && (key === path || key.startsWith(`${path}.`)))

/** All fields, required or not. */
export function Fields({ path, fields, ...props }: Group & FieldsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-4 sm:grid-cols-2">
      {fields.map((field) =>
        field.fields.length > 0 ? (
          <fieldset key={field.name} className="min-w-0 sm:col-span-2">
            <legend className="mb-2 text-sm font-semibold">{titled(field)}</legend>
            <Fields path={pathIn(path, field.name)} fields={field.fields} {...props} />
          </fieldset>
        ) : (
          <Field key={field.name} path={pathIn(path, field.name)} field={field} {...props} />
        ),
      )}
    </div>
  )
}

const titled = ({ label, isRequired }: FormField): string => (isRequired ? label : `${label} (optional)`)

interface FieldProps extends FieldsProps {
  readonly path: string
  readonly field: FormField
}

function Field({ path, field, texts, faults, faultCodes, onChange, onLeave }: FieldProps) {
  const shared = {
    label: titled(field),
    value: texts[path] ?? '',
    onChange: (text: string) => onChange(path, text),
    hint: field.hint,
    fault: faults[path],
    faultCode: faultCodes[path],
    required: field.isRequired,
  }
  if (field.choices && field.isList) return <ChecksField {...shared} choices={field.choices} />
  if (field.choices)
    return (
      <SelectField {...shared}>
        <option value="">Choose …</option>
        {field.choices.map((value) => (
          <option key={value} value={value}>
            {choiceWord(value)}
          </option>
        ))}
      </SelectField>
    )
  return (
    <TextField
      {...shared}
      {...kindOf(field)}
      onBlur={() => onLeave(path)}
      placeholder={field.example}
      isCode={field.pattern !== undefined}
    />
  )
}

/** Keyboard type on a phone. */
function kindOf({ format, range, pattern = '' }: FormField): {
  type?: string
  inputMode?: 'numeric' | 'tel' | 'email'
} {
  if (format === 'date') return { type: 'date' }
  if (format === 'email') return { inputMode: 'email' }
  if (range || pattern.startsWith('^[0-9]')) return { inputMode: 'numeric' }
  return pattern.startsWith('^\\+') ? { inputMode: 'tel' } : {}
}
