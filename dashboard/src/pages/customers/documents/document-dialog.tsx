/** Dialog that uploads or replaces a document. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { type Document, DocumentReplaceRequest } from '../../../../../contract/customers/documents.ts'
import { formFields } from '../../../../../contract/payments/external-accounts/form-fields.ts'
import { api } from '../../../api/client.ts'
import { Fields } from '../../../forms/field-group.tsx'
import { fieldErrors } from '../../../forms/refusal.ts'
import { useTyped } from '../../../forms/typed.ts'
import { type Group, toObject, toTexts } from '../../../forms/values.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Problem } from '../../../ui/note.tsx'

export interface Holder {
  readonly id: string
  readonly name: string
}

type Facts = Pick<Document, 'documentType' | 'country' | 'side' | 'documentNumber' | 'issuingAuthority'>

const GROUP: Group = { path: '', fields: formFields(DocumentReplaceRequest).filter(({ name }) => name !== 'file') }

interface DocumentDialogProps {
  /** The customer, then the beneficial owners. */
  readonly holders: readonly Holder[]
  /** The document that is replaced; absent: a new one. */
  readonly before: Document | undefined
  readonly onClose: () => void
}

export function DocumentDialog({ holders, before, onClose }: DocumentDialogProps) {
  const client = useQueryClient()
  const [holder, setHolder] = useState(before?.documentHolder ?? holders[0]?.id ?? '')
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const typed = useTyped([GROUP], before && toTexts(GROUP, before))
  const upload = useMutation({
    mutationFn: (body: Facts & { file: File }) =>
      before
        ? api('replaceDocument', { params: { documentId: before.id }, body })
        : api('uploadDocument', { body: { documentHolder: holder as Document['documentHolder'], ...body } }),
    onError: (error) => typed.refuse(fieldErrors(error, [GROUP], { others: ['file'] }), error),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    upload.reset()
    setTried(true)
    if (typed.isValid() && file) upload.mutate({ ...(toObject(GROUP, typed.texts) as Facts), file })
  }
  return (
    <Dialog isWide title={before ? 'Replace the document' : 'Upload a document'} onClose={onClose}>
      <form ref={typed.form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {!before && holders.length > 1 && (
          <SelectField label="Of" value={holder} onChange={setHolder}>
            {holders.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <FileField
          label="File"
          accept="application/pdf,image/jpeg,image/png"
          hint="PDF, JPEG or PNG, at most 10 MB."
          fault={typed.props.faults.file ?? (isTried && !file ? 'Choose a file.' : undefined)}
          onChange={setFile}
        />
        <Fields path="" fields={GROUP.fields} {...typed.props} />
        {!typed.isRefused && <Problem error={upload.error} />}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={upload.isPending}>
            {upload.isPending ? 'Uploading …' : before ? 'Replace' : 'Upload'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
