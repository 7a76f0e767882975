/** Dialog that adds or changes a beneficial owner. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import {
  type BeneficialOwner,
  BeneficialOwnerCreateRequest,
  type BeneficialOwnerCreateRequest as OwnerRequest,
} from '../../../../../contract/customers/beneficial-owners.ts'
import { formFields } from '../../../../../contract/payments/external-accounts/form-fields.ts'
import { api } from '../../../api/client.ts'
import { Fields } from '../../../forms/field-group.tsx'
import { fieldErrors } from '../../../forms/refusal.ts'
import { useTyped } from '../../../forms/typed.ts'
import { type Group, toObject, toTexts } from '../../../forms/values.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/note.tsx'
import { OwnerOutcomes } from '../outcomes.tsx'

const GROUP: Group = {
  path: '',
  fields: formFields(BeneficialOwnerCreateRequest)
    .filter(({ name }) => name !== 'customerId')
    .map((field) => (field.name === 'personalInfo' ? { ...field, label: 'Person' } : field)),
}

interface OwnerDialogProps {
  readonly customerId: string
  /** Absent: a new one. */
  readonly before: BeneficialOwner | undefined
  readonly isSandbox: boolean
  readonly onClose: () => void
}

export function OwnerDialog({ customerId, before, isSandbox, onClose }: OwnerDialogProps) {
  const client = useQueryClient()
  const typed = useTyped([GROUP], before && toTexts(GROUP, before))
  const save = useMutation({
    mutationFn: (body: Omit<OwnerRequest, 'customerId'>) =>
      before
        ? api('updateBeneficialOwner', { params: { beneficialOwnerId: before.id }, body })
        : api('createBeneficialOwner', { body: { customerId: customerId as `Customer:${string}`, ...body } }),
    onError: (error) => typed.refuse(fieldErrors(error, [GROUP]), error),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save.reset()
    if (typed.isValid()) save.mutate(toObject(GROUP, typed.texts) as Omit<OwnerRequest, 'customerId'>)
  }
  return (
    <Dialog isWide title={before ? 'Edit the beneficial owner' : 'Add a beneficial owner'} onClose={onClose}>
      <form ref={typed.form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Fields path="" fields={GROUP.fields} {...typed.props} />
        {isSandbox && <OwnerOutcomes />}
        {!typed.isRefused && <Problem error={save.error} />}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
