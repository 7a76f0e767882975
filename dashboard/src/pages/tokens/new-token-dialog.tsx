/** Creation of a token, whose secret is shown once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { PERMISSIONS, type Permission } from '../../../../contract/operation.ts'
import type { Token } from '../../../../contract/platform/tokens.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChecksField } from '../../ui/fields/checks-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem } from '../../ui/note.tsx'

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('VIEW')
  const [isTried, setTried] = useState(false)
  const permissions = PERMISSIONS.filter((one) => chosen.split(', ').includes(one))
  const create = useMutation({
    mutationFn: (body: { name: string; permissions: Permission[] }) => api('createToken', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() && permissions.length > 0) create.mutate({ name: name.trim(), permissions: [...permissions] })
  }
  if (create.data) return <Secret token={create.data} onClose={onClose} />
  return (
    <Dialog title="Create a token" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Name"
          placeholder="Payouts worker"
          value={name}
          onChange={setName}
          fault={isTried && !name.trim() ? 'Enter a name.' : undefined}
        />
        <ChecksField
          label="Permissions"
          choices={PERMISSIONS}
          value={chosen}
          onChange={setChosen}
          fault={isTried && permissions.length === 0 ? 'Choose at least one.' : undefined}
        />
        <Problem error={create.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={create.isPending}>
            {create.isPending ? 'Creating …' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Secret({ token, onClose }: { token: Token; onClose: () => void }) {
  return (
    <Dialog title={token.name} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>
          The secret is shown <strong>only now</strong>. Copy it before you close this.
        </p>
        <dl className="flex flex-col gap-2">
          <dt className="text-sm text-muted">Client id</dt>
          <dd>
            <Copyable text={token.clientId} label="client id" />
          </dd>
          <dt className="text-sm text-muted">Client secret</dt>
          <dd>
            <Copyable text={token.clientSecret ?? ''} label="client secret" />
          </dd>
        </dl>
        <Button look="primary" className="self-end" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
