/** Form of a customer, new or changed, with the fields of the contract and the API's faults beside them. */
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { ApiError } from '../../../../client/api-error.ts'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { Fields } from '../../forms/field-group.tsx'
import { fieldErrors } from '../../forms/refusal.ts'
import { useTyped } from '../../forms/typed.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Problem } from '../../ui/note.tsx'
import { buildBody, type CustomerType, initialTexts, sectionsFor } from './fields.ts'
import { BusinessOutcomes } from './outcomes.tsx'

interface CustomerFormProps {
  readonly type: CustomerType
  /** The customer that the form changes; absent: it creates one. */
  readonly before?: Customer
  readonly isSandbox: boolean
  readonly submitWord: string
  readonly save: (body: Record<string, unknown>) => Promise<Customer>
  readonly onSaved: (customer: Customer) => void
}

export function CustomerForm({ type, before, isSandbox, submitWord, save, onSaved }: CustomerFormProps) {
  const sections = sectionsFor(type, before)
  const groups = sections.map(({ group }) => group)
  const typed = useTyped(groups, before && initialTexts(sections, before))
  const saving = useMutation({
    mutationFn: save,
    onError: (error) => typed.refuse(findRefusals(error, groups), error),
    onSuccess: onSaved,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    saving.reset()
    if (typed.isValid()) saving.mutate(buildBody(sections, typed.texts))
  }
  return (
    <form ref={typed.form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {sections.map(({ title, group: { path, fields } }) => (
        <Card key={title} title={title}>
          <div className="flex flex-col gap-4 pt-1">
            <Fields path={path} fields={fields} {...typed.props} />
            {isSandbox && title === 'Business' && <BusinessOutcomes />}
          </div>
        </Card>
      ))}
      {typed.isRefused ? (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-2.5 text-bad">
          Nothing was saved. Correct the fields marked above.
        </p>
      ) : (
        <Problem error={needsSignature(saving.error) ?? saving.error} />
      )}
      <Button type="submit" look="primary" disabled={saving.isPending} className="self-start max-sm:w-full">
        {saving.isPending ? 'Saving …' : submitWord}
      </Button>
    </form>
  )
}

/** Refusals of one field that name it by their code only. */
const FIELD_OF: Readonly<Record<string, string>> = {
  UMA_ADDRESS_EXISTS: 'umaAddress',
  INVALID_UMA_ADDRESS: 'umaAddress',
  INVALID_CURRENCY: 'currencies',
  CONFLICT: 'platformCustomerId',
}

function findRefusals(error: Error, groups: Parameters<typeof fieldErrors>[1]) {
  const found = fieldErrors(error, groups)
  if (Object.keys(found).length > 0 || !(error instanceof ApiError)) return found
  const path = FIELD_OF[error.code]
  const isShown = groups.some((group) => group.path === '' && group.fields.some(({ name }) => name === path))
  return path && isShown && !error.details.errors ? { [path]: error.message } : {}
}

function needsSignature(error: Error | null): Error | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SIGNATURE_REQUIRED') return undefined
  return new Error(
    'A wallet of this customer signs in with the email address, so its holder must sign the change. Nothing was saved.',
  )
}
