/** Details of a customer. */
import type { Customer } from '../../../../contract/customers/customers.ts'
import type { FormField } from '../../../../contract/payments/external-accounts/form-fields.ts'
import { formatMoment } from '../../format/time.ts'
import { choiceWord } from '../../format/words.ts'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Fact } from '../../ui/fact.tsx'
import { sectionsFor } from './fields.ts'

export function DetailsCard({ customer }: { customer: Customer }) {
  const values = customer as unknown as Readonly<Record<string, unknown>>
  const facts = sectionsFor(customer.customerType).flatMap(({ group: { path, fields } }) =>
    fields.flatMap((field) => {
      const value = ((path ? values[path] : values) as Record<string, unknown> | undefined)?.[field.name]
      return value === undefined ? [] : [[field.label, factText(field, value)] as const]
    }),
  )
  return (
    <Card title="Details">
      <dl className="flex flex-col gap-1">
        {facts.map(([label, text]) => (
          <Fact key={label} name={label}>
            {text}
          </Fact>
        ))}
        <Fact name="Id">
          <Copyable text={customer.id} label="Id" />
        </Fact>
        <Fact name="Created">{formatMoment(customer.createdAt)}</Fact>
        <Fact name="Changed">{formatMoment(customer.updatedAt)}</Fact>
      </dl>
    </Card>
  )
}

function factText({ fields, choices }: FormField, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (fields.length === 0) return choices ? choiceWord(String(value)) : String(value)
  const parts = value as Readonly<Record<string, string>>
  return fields.flatMap(({ name }) => parts[name] ?? []).join(', ')
}
